import type { Launch } from '../../shared/drive/launch'
import type { Pause } from '../../shared/drive/pause'
import type { RunUri } from '../../shared/ids'
import { useForest } from '../store/forest'
import { isJoin } from './launchOfRun'
import { useDrive } from './useDrive'

/** When a run stood still by a person's word. */
export interface Standstill {
  /** Since when it does; null: it goes on. */
  readonly sinceMs: number | null
  /** The one that lasts among them, without an end. */
  readonly pauses: readonly Pause[]
}

export const neverStill: Standstill = { sinceMs: null, pauses: [] }

/** Of the runs that ever did. What is the same as before stays the same object: nobody is drawn anew for it. */
export function standstillsOf(
  launches: readonly Launch[],
  before: ReadonlyMap<RunUri, Standstill>,
): ReadonlyMap<RunUri, Standstill> {
  const found = new Map<RunUri, Standstill>()
  for (const launch of launches) {
    const { run, phase, since, pauses = [] } = launch
    if (run === null || isJoin(launch) || (phase !== 'paused' && pauses.length === 0)) continue
    const { sinceMs, pauses: others } = found.get(run) ?? neverStill
    const from = phase === 'paused' ? Date.parse(since) : null
    const lasting = from === null ? [] : [{ from, to: Number.POSITIVE_INFINITY }]
    found.set(run, { sinceMs: from ?? sinceMs, pauses: [...others, ...pauses, ...lasting] })
  }
  for (const [run, now] of found) {
    const old = before.get(run)
    if (old && JSON.stringify(old) === JSON.stringify(now)) found.set(run, old)
  }
  const isSame = found.size === before.size && [...found].every(([run, now]) => before.get(run) === now)
  return isSame ? before : found
}

export function useStandstill(run: RunUri | null): Standstill {
  return useDrive(({ standstills }) => (run === null ? undefined : standstills.get(run)) ?? neverStill)
}

/** Of the run that the tree shows. */
export function useTreeStandstill(): Standstill {
  return useStandstill(useForest(({ run }) => run))
}

export function treeStandstill(): Standstill {
  const { run } = useForest.getState()
  return (run === null ? undefined : useDrive.getState().standstills.get(run)) ?? neverStill
}
