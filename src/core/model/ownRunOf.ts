import type { AgentView } from '../../shared/views'

/** Of an agent in the tree of another product's run: the run it belongs to by itself. Null: it is at home here, or nobody knows. */
export function ownRunOf(agent: AgentView, agents: ReadonlyMap<string, AgentView>): string | null {
  for (let at: AgentView | undefined = agent; at?.provider !== undefined; at = agents.get(at.parent ?? '')) {
    // Who was called but has said nothing yet has no address: the agent above it has.
    if (at.uri !== null) return /^[^:]+:\/\/[^/]+/.exec(at.uri)?.[0] ?? null
  }
  return null
}
