import type { LaunchPhase } from '../../shared/drive/launch'
import type { RunUri } from '../../shared/ids'
import type { LiveLaunch } from './LiveLaunch'

type Seen = Pick<LiveLaunch, 'id' | 'run' | 'isActive'> & {
  readonly record: Pick<LiveLaunch['record'], 'way'>
  phase(): LaunchPhase
}

/** Only a run's files tell whether a session in a terminal is in a turn: its program says nothing of it to us. */
export class TerminalPhases {
  readonly #told = new Map<string, LaunchPhase>()

  /** Whether one of those whose runs have changed is in another phase than when it was last looked at. */
  isNews(launches: readonly Seen[], runs: ReadonlySet<RunUri>): boolean {
    let isNews = false
    for (const launch of launches) {
      if (launch.record.way !== 'terminal' || !launch.isActive || launch.run === null || !runs.has(launch.run)) continue
      const phase = launch.phase()
      isNews ||= this.#told.get(launch.id) !== phase
      this.#told.set(launch.id, phase)
    }
    return isNews
  }
}
