import type { AgentView } from '../../shared/views'
import type { MenuItem } from '../controls/MenuItem'
import { useForest } from '../store/forest'
import { useUi } from '../store/ui'

/** As the canvas does without being told: below this depth children are put away. */
const deepest = 4

export function foldAction({ key, depth }: AgentView): readonly MenuItem[] {
  const children = useForest.getState().children.get(key)?.length ?? 0
  const { run, folds } = useUi.getState()
  if (run === null) return []
  const chosen = folds[run]?.[key]
  const isFolded = chosen === 'folded' || (chosen === undefined && depth >= deepest)
  const fold = (): void => {
    useUi.setState(({ folds: now }) => ({ folds: { ...now, [run]: { ...now[run], [key]: isFolded ? 'open' : 'folded' } } }))
  }
  return [
    {
      kind: 'action',
      id: 'fold',
      label: isFolded ? 'Unfold' : 'Fold',
      icon: isFolded ? 'plus' : 'minus',
      shortcut: 'Space',
      disabledReason: children === 0 ? 'It has no sub-agents.' : undefined,
      run: fold,
    },
  ]
}
