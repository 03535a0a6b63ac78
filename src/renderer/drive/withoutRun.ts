import type { Launch } from '../../shared/drive/launch'
import type { RunUri } from '../../shared/ids'

/** Sessions that have no line in the list of runs yet, or never came to have one. */
export function withoutRun<T>(launches: readonly Launch[], rows: ReadonlyMap<RunUri, T>): readonly Launch[] {
  return launches.filter(({ run, phase }) => (run === null || !rows.has(run)) && phase !== 'ended')
}
