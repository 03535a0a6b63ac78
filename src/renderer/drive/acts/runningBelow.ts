import type { AgentKey } from '../../../shared/ids'
import { isActive } from '../../../shared/phaseWord'
import type { AgentView } from '../../../shared/views'

/** Who would stop with an agent: all that is at work below it, the agent itself not counted. */
export function runningBelow(
  key: AgentKey,
  agents: ReadonlyMap<AgentKey, AgentView>,
  children: ReadonlyMap<AgentKey, readonly AgentKey[]>,
): readonly AgentView[] {
  const found: AgentView[] = []
  const seen = new Set<AgentKey>([key])
  const left = [...(children.get(key) ?? [])]
  for (let at = left.shift(); at !== undefined; at = left.shift()) {
    if (seen.has(at)) continue
    seen.add(at)
    const agent = agents.get(at)
    if (agent && isActive(agent.phase)) found.push(agent)
    left.unshift(...(children.get(at) ?? []))
  }
  return found
}
