import { beatWords } from '../../shared/beatWords'
import type { Channel } from '../../shared/channel'
import { localTime } from '../../shared/localTime'
import { oneLine } from '../../shared/neutraliseText'
import { type StyledLine, span } from '../text/styledText'
import { shortPath } from '../tree/runHeader'

export function channelLines(channels: readonly Channel[], home: string): StyledLine[] {
  const names = channels.reduce((widest, { provider }) => Math.max(widest, provider.length), 0)
  return channels.map(
    (channel): StyledLine => [
      span(`  ${channel.provider.padEnd(names)}  `),
      span(shortPath(channel.name, home), channel.state === 'connected' ? 'plain' : 'need'),
      span(`  ${factsOf(channel).join(', ')}`, 'dim'),
    ],
  )
}

function factsOf({ state, version, since, retryAt, beats }: Channel): string[] {
  return [
    ...(version === null ? [] : [oneLine(version)]),
    since === null ? state : `${state} since ${localTime(since)}`,
    ...(retryAt === null ? [] : [`next try at ${localTime(retryAt)}`]),
    ...(beats ? [beatWords(beats)] : []),
  ]
}
