import { withoutFolder } from '../../shared/withoutFolder'
import { useForest } from './forest'

/** Paths of the run that is shown, as somebody in its folder would write them. */
export function inProject(text: string): string {
  return withoutFolder(text, useForest.getState().row?.cwd ?? null)
}
