import { isGuestRoot } from './isGuestRoot'
import { oneLine } from './neutraliseText'
import type { AgentView } from './views'

type Named = Pick<AgentView, 'type' | 'name' | 'number' | 'parent' | 'depth' | 'provider' | 'uri'>

/** `Explore #2`; the root is `main`, a session of another product bears that product's name. */
export function agentLabel(agent: Named, productName: (provider: string) => string = (provider) => provider): string {
  if (agent.parent === null && agent.depth === 0) return 'main'
  const own = agent.type ?? agent.name
  const type = oneLine(own ?? (agent.provider !== undefined && isGuestRoot(agent) ? productName(agent.provider) : ''))
  const word = type === '' ? 'agent' : type
  // Hidden and unplaced agents have no place to be counted from.
  return agent.number === 0 ? word : `${word} #${agent.number}`
}
