import { workedMs } from '../../../shared/drive/workedMs'
import { phaseWord } from '../../../shared/phaseWord'
import { shownPhase } from '../../../shared/shownPhase'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { typeWord } from '../../canvas/matchesOf'
import { modelWords } from '../../canvas/phaseWords'
import type { Standstill } from '../../drive/standstill'
import { loudOrder } from '../../store/loudOrder'
import type { Remembered } from '../../store/ui'

export type AgentsGrouping = Remembered['agentsGrouping']
export type AgentsSort = Remembered['agentsSort']

export interface AgentsPart {
  /** Null: all of them, without a division. */
  readonly label: string | null
  readonly agents: readonly AgentView[]
}

export interface Moment {
  readonly nowMs: number
  /** Of their run. */
  readonly still: Standstill
}

interface Arranging extends Moment {
  readonly grouping: AgentsGrouping
  readonly sort: AgentsSort
  readonly rootDepth: number
}

/** Agents in parts: the loudest status first, depths from above, others by how many they hold. Agents come in call order. */
export function arrangeAgents(agents: readonly AgentView[], by: Arranging): readonly AgentsPart[] {
  const sorted = sortAgents(agents, by)
  if (by.grouping === 'nothing') return [{ label: null, agents: sorted }]
  const parts = new Map<string, AgentView[]>()
  for (const agent of sorted) {
    const label = labelOf(agent, by.grouping, by)
    const part = parts.get(label)
    if (part) part.push(agent)
    else parts.set(label, [agent])
  }
  const entries = [...parts].map(([label, own]) => ({ label, agents: own }))
  return entries.sort((a, b) => rankOf(a, by) - rankOf(b, by))
}

function labelOf(agent: AgentView, grouping: Exclude<AgentsGrouping, 'nothing'>, { rootDepth, still }: Arranging): string {
  switch (grouping) {
    case 'status':
      return phaseWord(shownPhase(agent.phase, still.sinceMs !== null))
    case 'type':
      return typeWord(agent)
    case 'model':
      return modelWords(agent.model)
    case 'depth': {
      const below = agent.depth - rootDepth
      return below === 1 ? '1 level below' : `${below} levels below`
    }
    default:
      return grouping satisfies never
  }
}

function rankOf({ agents }: AgentsPart, { grouping, still }: Arranging): number {
  const [first] = agents
  if (grouping === 'status') return first ? loudOrder.indexOf(shownPhase(first.phase, still.sinceMs !== null)) : 0
  return grouping === 'depth' ? (first?.depth ?? 0) : -agents.length
}

function sortAgents(agents: readonly AgentView[], { sort, nowMs, still }: Arranging): readonly AgentView[] {
  switch (sort) {
    case 'calls':
      return agents
    case 'activity':
      return descending(agents, ({ updated }) => (updated === null ? 0 : Date.parse(updated)))
    case 'cost':
      return descending(agents, ({ cost }) => cost.own ?? -1)
    case 'tokens':
      return descending(agents, ({ usage }) => totalTokens(usage.own))
    case 'time':
      return descending(agents, (agent) => workedMs(agent, nowMs, still) ?? -1)
    default:
      return sort satisfies never
  }
}

/** The order of calls decides between equals. */
function descending(agents: readonly AgentView[], amountOf: (agent: AgentView) => number): readonly AgentView[] {
  return [...agents].sort((a, b) => amountOf(b) - amountOf(a))
}
