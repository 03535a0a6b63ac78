import { formatCount } from '../../../shared/formatCount'
import { formatAge } from '../../../shared/formatDuration'
import { formatMoney } from '../../../shared/formatMoney'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { elapsedWords } from '../../canvas/phaseWords'
import type { AgentsSort, Moment } from './arrangeAgents'

/** What the list is sorted by; empty where nobody knows. */
export function amountWords(agent: AgentView, sort: AgentsSort, { nowMs, still }: Moment): string {
  if (sort === 'cost') return formatMoney(agent.cost.own)
  if (sort === 'tokens') return formatCount(totalTokens(agent.usage.own))
  if (sort === 'activity' && agent.updated !== null) return formatAge(Math.max(0, nowMs - Date.parse(agent.updated)))
  return elapsedWords(agent, nowMs, still)
}
