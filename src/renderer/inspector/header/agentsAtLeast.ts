import type { AgentKey } from '../../../shared/ids'
import type { AgentView } from '../../../shared/views'

/** Whose cost, with all below, is at least what is said: of a part of it no price is known, or it could not be read. */
export function agentsAtLeast(agents: ReadonlyMap<AgentKey, AgentView>): ReadonlySet<AgentKey> {
  const found = new Set<AgentKey>()
  for (const agent of agents.values()) {
    if (!isUnpriced(agent)) continue
    for (
      let at: AgentView | undefined = agent;
      at && !found.has(at.key);
      at = at.parent === null ? undefined : agents.get(at.parent)
    )
      found.add(at.key)
  }
  return found
}

export function isUnpriced({ cost, usage, unreadable }: AgentView): boolean {
  return (cost.own === null && usage.own.requests > 0) || unreadable !== undefined
}
