import type { RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import { compareRuns } from '../runs/runOrder'
import { type RunsView, useRuns } from '../store/runs'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { hasAddress } from './followHash'

interface Moment {
  readonly runs: Pick<RunsView, 'rows' | 'isBegun' | 'progress'>
  readonly run: RunUri | null
  readonly lastRun: RunUri | null
  /** True while the demo takes the place of a person's runs, or gives it back. */
  readonly isChanging: boolean
}

/**
 * The run to show when the person has not chosen one: the last one, else the newest; null: none, the one that is shown went with the
 * demo, or with its end; undefined: leave it, or not yet.
 */
export function runToShow({ runs: { rows, isBegun, progress }, run, lastRun, isChanging }: Moment): RunUri | null | undefined {
  if (!isBegun || (run !== null && (!isChanging || rows.has(run)))) return undefined
  if (lastRun !== null && rows.has(lastRun)) return lastRun
  // The last one may be in a portion that is still on its way.
  const isComplete = progress !== null ? progress.done === progress.total : lastRun === null
  if (!isComplete && (lastRun !== null || rows.size === 0)) return undefined
  return newest(rows.values())?.uri ?? (run === null ? undefined : null)
}

function newest(rows: Iterable<RunRow>): RunRow | null {
  let best: RunRow | null = null
  for (const row of rows) if (best === null || compareRuns(row, best) < 0) best = row
  return best
}

export function chooseRunAlone(): void {
  let isChanging = false
  const choose = (): void => {
    if (hasAddress()) return
    const { run, lastRun } = useUi.getState()
    const chosen = runToShow({ runs: useRuns.getState(), run, lastRun, isChanging })
    if (chosen === undefined) return
    isChanging = false
    // Not by selectRun: there is nothing to go back to.
    useUi.setState({ run: chosen, selected: null, camera: 'follow', lastRun: chosen })
  }
  useRuns.subscribe(choose)
  // An address that leads nowhere ends with a notice, maybe after the last change of the list.
  useTold.subscribe(({ notices }, before) => notices !== before.notices && choose())
  let ownRun: RunUri | null = null
  useTold.subscribe(({ health }, before) => {
    if (health === null || before.health === null || health.isDemo === before.health.isDemo) return
    const { run } = useUi.getState()
    isChanging = true
    useUi.setState({ lastRun: health.isDemo ? null : ownRun })
    ownRun = health.isDemo ? run : null
    choose()
  })
}
