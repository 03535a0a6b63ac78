import type { AgentView } from '../../../shared/views'
import { agentName } from '../../store/agentName'
import { useTypeClass } from '../../store/useTypeClass'

/** The number of an agent is never cut, its name is. */
export function AgentLabel({ agent }: { readonly agent: AgentView }) {
  const typeClass = useTypeClass()
  const name = agentName(agent)
  const number = / #\d+$/.exec(name)?.[0] ?? ''
  return (
    <span className={`sub-name ${typeClass(agent.type ?? agent.name)}`} title={name.slice(0, 300)}>
      <bdi className="cut">{name.slice(0, name.length - number.length)}</bdi>
      <span className="sub-number">{number.trim()}</span>
    </span>
  )
}
