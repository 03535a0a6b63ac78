import type { AgentView } from '../../../shared/views'
import { Foreign } from '../../controls/Foreign'
import { plural } from '../../inspector/tool/plural'
import { agentName } from '../../store/agentName'

const mostNamed = 6

/** Who is at work below and would stop too. */
export function StoppedWithIt({ agents }: { readonly agents: readonly AgentView[] }) {
  if (agents.length === 0) return null
  return (
    <>
      <p className="f2 stop-with">{plural(agents.length, 'agent')} at work would stop with it:</p>
      <ul className="stop-list">
        {agents.slice(0, mostNamed).map((agent) => (
          <li key={agent.key} className="cut">
            <span className="f1">
              <bdi>{agentName(agent)}</bdi>
            </span>{' '}
            <Foreign text={agent.description ?? ''} className="f3" />
          </li>
        ))}
        {agents.length > mostNamed && <li className="f3">and {agents.length - mostNamed} more</li>}
      </ul>
    </>
  )
}
