import type { AgentKey } from '../../../shared/ids'
import { oneLine } from '../../../shared/neutraliseText'
import type { AgentView } from '../../../shared/views'
import { agentName } from '../../store/agentName'

/** A place an agent can be given. */
export interface ParentChoice {
  readonly id: string
  readonly parent: AgentKey
  /** Null: below the agent, without saying by which of its calls. */
  readonly call: string | null
  readonly label: string
  readonly about: string
  readonly type: string | null
}

/** Calls that never got an agent first, then every agent of the run; narrowed by a text. */
export function parentChoices(agents: Iterable<AgentView>, moved: AgentKey, text: string): readonly ParentChoice[] {
  const calls: ParentChoice[] = []
  const others: ParentChoice[] = []
  const all = [...agents]
  const names = new Map(all.map((agent) => [agent.key, agentName(agent)]))
  for (const agent of all) {
    if (agent.key === moved || agent.hidden !== null) continue
    const about = oneLine((agent.description ?? '').slice(0, 200))
    const label = names.get(agent.key) ?? ''
    const { type } = agent
    // Several agents have the same name and number, each below another one.
    const above = agent.depth > 1 && agent.parent !== null ? ` · of ${names.get(agent.parent) ?? agent.parent}` : ''
    if (agent.id !== null || agent.parent === agent.key)
      others.push({ id: agent.key, parent: agent.key, call: null, label, about: `${about}${above}`, type })
    else if (agent.parent !== null && agent.call !== null) {
      const caller = names.get(agent.parent) ?? ''
      const words = `call by ${caller}${about === '' ? '' : `: ${about}`}`
      calls.push({ id: agent.key, parent: agent.parent, call: agent.call, label, about: words, type })
    }
  }
  const wanted = text.trim().toLowerCase()
  const fits = ({ label, about }: ParentChoice): boolean => wanted === '' || `${label} ${about}`.toLowerCase().includes(wanted)
  return [...calls, ...others].filter(fits)
}
