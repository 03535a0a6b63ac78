import type { RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import { useForest } from '../store/forest'

/** Why it cannot be undone; undefined: it can, or it is not known. The keys ask in any case: the engine has the last word. */
export function undoRefusal(run: RunUri | null): string | undefined {
  const row = rowOf(run)
  return row && row.corrected?.canUndo !== true ? 'No change of a link is there to undo.' : undefined
}

export function redoRefusal(run: RunUri | null): string | undefined {
  const row = rowOf(run)
  return row && row.corrected?.canRedo !== true ? 'No change of a link was undone.' : undefined
}

/** As the followed run itself tells it. */
function rowOf(run: RunUri | null): RunRow | null {
  const forest = useForest.getState()
  return run !== null && forest.run === run ? forest.row : null
}
