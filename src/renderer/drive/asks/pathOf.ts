import type { AgentKey } from '../../../shared/ids'
import type { AgentView } from '../../../shared/views'

/** The agent and those above it, the root first. Parents that go round in a circle end it. */
export function pathOf(key: AgentKey, agents: ReadonlyMap<AgentKey, AgentView>): readonly AgentView[] {
  const path: AgentView[] = []
  const seen = new Set<AgentKey>()
  for (let at: AgentKey | null = key; at !== null && !seen.has(at); ) {
    seen.add(at)
    const agent: AgentView | undefined = agents.get(at)
    if (!agent) break
    path.unshift(agent)
    at = agent.parent
  }
  return path
}
