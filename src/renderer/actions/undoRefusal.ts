import type { RunUri } from '../../shared/ids'
import type { LinkChangeAnswer } from '../../shared/linkChange'
import { useForest } from '../store/forest'

/** What is known to be empty, from the engine's answers. The keys ask in any case: another window may have changed something. */
const nothingToUndo = new Set<RunUri>()
const nothingToRedo = new Set<RunUri>()

/** Why it cannot be undone; undefined: it can, or nobody has tried. */
export function undoRefusal(run: RunUri | null): string | undefined {
  return run !== null && nothingToUndo.has(run) ? 'No change of a link is there to undo.' : undefined
}

export function redoRefusal(run: RunUri | null): string | undefined {
  return run !== null && nothingToRedo.has(run) ? 'No change of a link was undone.' : undefined
}

export function noteChange(run: RunUri): void {
  nothingToUndo.delete(run)
  nothingToRedo.add(run)
}

export function noteUndo(run: RunUri, answer: LinkChangeAnswer): void {
  if (answer.ok) nothingToRedo.delete(run)
  else if (answer.rule === 'nothing_to_undo') nothingToUndo.add(run)
}

export function noteRedo(run: RunUri, answer: LinkChangeAnswer): void {
  if (answer.ok) nothingToUndo.delete(run)
  else if (answer.rule === 'nothing_to_redo') nothingToRedo.add(run)
}

// Where somebody moved, a link may have been changed elsewhere: what was empty need not be any more.
useForest.subscribe((forest, before) => {
  if (forest.run === null || forest.run !== before.run || forest.structure === before.structure) return
  nothingToUndo.delete(forest.run)
})
