import type { AgentKey } from './ids'
import type { AgentView } from './views'

export interface ArrangedTree {
  readonly root: AgentView | null
  readonly childrenOf: ReadonlyMap<AgentKey, readonly AgentView[]>
}

/** Children by their parent in call order. Agents come as a list, because that is what travels. */
export function arrangeTree(agents: readonly AgentView[], rootKey: string | null): ArrangedTree {
  const childrenOf = new Map<AgentKey, AgentView[]>()
  let root: AgentView | null = null
  for (const agent of agents) {
    if (agent.key === rootKey) root = agent
    if (agent.parent === null || agent.key === rootKey) continue
    const siblings = childrenOf.get(agent.parent)
    if (siblings === undefined) childrenOf.set(agent.parent, [agent])
    else siblings.push(agent)
  }
  for (const siblings of childrenOf.values()) siblings.sort((a, b) => a.number - b.number)
  return { root, childrenOf }
}
