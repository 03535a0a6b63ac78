import type { AgentKey } from '../../shared/ids'
import { useForest } from '../store/forest'
import { type Remembered, useUi } from '../store/ui'

export type TabName = Remembered['inspectorTab']

/** The tab that was chosen last, where this agent has it. */
export function useShownTab(agent: AgentKey): TabName {
  const chosen = useUi((ui) => ui.inspectorTab)
  const hasChildren = useHasChildren(agent)
  return chosen === 'subtree' && !hasChildren ? 'transcript' : chosen
}

export function useHasChildren(agent: AgentKey): boolean {
  return useForest((forest) => (forest.children.get(agent)?.length ?? 0) > 0)
}
