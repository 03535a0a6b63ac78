import { oneLine } from './neutraliseText'
import type { AgentView } from './views'

/** `Explore #2`; the root is `main`. */
export function agentLabel(agent: Pick<AgentView, 'type' | 'name' | 'number' | 'parent' | 'depth'>): string {
  if (agent.parent === null && agent.depth === 0) return 'main'
  const type = oneLine(agent.type ?? agent.name ?? '')
  const word = type === '' ? 'agent' : type
  // Hidden and unplaced agents have no place to be counted from.
  return agent.number === 0 ? word : `${word} #${agent.number}`
}
