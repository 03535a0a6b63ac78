import type { ChannelState } from '../core/liveChannel'
import { instant } from '../core/model/viewAgent'
import type { Channel } from '../shared/channel'
import type { ProviderRoot } from './providerRoot'

export interface ProviderChannel extends ChannelState {
  readonly provider: string
}

type Place = Pick<ProviderRoot, 'provider' | 'channel'>

export function providerChannels(places: readonly Place[]): ProviderChannel[] {
  return places.flatMap(({ provider, channel }) =>
    (channel?.channels() ?? []).map((state) => ({ ...state, provider: provider.id })),
  )
}

/** In the words of the wire. */
export function tellChannel({ provider, name, state, version, since, retryAt, note, beats }: ProviderChannel): Channel {
  return {
    provider,
    name,
    state,
    version,
    since: instant(since),
    retryAt: retryAt === null ? null : instant(retryAt),
    note,
    ...(beats && { beats: { count: beats.count, last: instant(beats.last) } }),
  }
}
