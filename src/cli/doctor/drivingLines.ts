import type { DrivingReport } from '../../shared/doctorReport'
import { localTime } from '../../shared/localTime'
import { oneLine } from '../../shared/neutraliseText'
import { type StyledLine, span } from '../text/styledText'
import { shortPath } from '../tree/runHeader'
import { limitLines } from './limitLines'

/** What holds the sessions that were started here, and what of them runs. */
export function drivingLines({ keeper, launches, tooOld }: DrivingReport, home: string, width: number): StyledLine[] {
  const notes = [
    ...(keeper.note === null ? [] : [{ provider: 'keeper', text: keeper.note }]),
    ...tooOld.map(({ provider, version, oldest }) => ({
      provider,
      text: `${version} is watched, but too old to be started from here: ${oldest} or newer is needed.`,
    })),
  ]
  const states = { none: 'none runs', answers: `process ${keeper.pid}`, silent: `process ${keeper.pid} does not answer` }
  const isQuiet = keeper.state === 'none' && launches.length === 0
  return [
    ...(isQuiet ? [] : [[span('  keeper  '), span(states[keeper.state], keeper.state === 'silent' ? 'fail' : 'dim')]]),
    ...launches.map((launch) => launchLine(launch, home)),
    ...limitLines(notes, width),
  ]
}

function launchLine(launch: DrivingReport['launches'][number], home: string): StyledLine {
  const { provider, run, folder, pid, since, isHeld, isKept, isPaused } = launch
  const words = [
    ...(pid === null ? [] : [`process ${pid}`]),
    `since ${localTime(since)}`,
    ...(isPaused ? ['paused'] : []),
    isHeld ? (isKept ? 'goes on without us' : 'ends a minute after the last of us') : 'nobody holds its input',
  ]
  return [
    span(`  ${oneLine(run ?? provider)}`),
    span(`  ${shortPath(folder, home)}`),
    span(`  ${words.join(', ')}`, isHeld ? 'dim' : 'fail'),
  ]
}
