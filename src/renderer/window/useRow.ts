import type { RunRow } from '../../shared/views'
import { useForest } from '../store/forest'
import { useRuns } from '../store/runs'
import { useUi } from '../store/ui'

/** The row of the run that is shown: the run's own word, else the list's. */
export function useRow(): RunRow | null {
  const run = useUi((ui) => ui.run)
  const own = useForest((forest) => (forest.run === run ? forest.row : null))
  const listed = useRuns((runs) => (run === null ? undefined : runs.rows.get(run)))
  return own ?? listed ?? null
}
