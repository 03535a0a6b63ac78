import { agentLabel } from '../../shared/agentLabel'
import type { AgentView } from '../../shared/views'
import { providerLabel } from './providerLabel'
import { useUi } from './ui'

/** What an agent of the run that is shown is called: `Explore #2`; the root by its product's name. */
export function agentName(agent: AgentView): string {
  if (agent.parent !== null || agent.depth !== 0) return agentLabel(agent, providerLabel)
  const { run } = useUi.getState()
  return run === null ? agentLabel(agent) : providerLabel(run.slice(0, run.indexOf('://')))
}
