import type { AgentKey } from '../../shared/ids'
import type { RunSight } from './budgetBook'

/** Where a conversation stands in the tree; null: it is not there yet. `agent` null: the run's own. */
export function keyInSight(seen: RunSight | null, agent: string | null): AgentKey | null {
  const id = agent ?? seen?.row.id
  for (const view of seen?.agents.values() ?? []) if (view.id === id) return view.key
  return null
}
