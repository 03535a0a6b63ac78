import type { AgentKey } from '../../../shared/ids'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import type { ForestView } from '../../store/applyForestFrame'

export type SummedName = 'tokens' | 'cost'

interface Several {
  readonly count: number
  /** Null: not known of any. */
  readonly value: number | null
}

/** What the number of an agent with its sub-agents is made of. */
export interface SumParts {
  readonly total: number | null
  readonly own: number | null
  /** The children with the most, each with all below it. */
  readonly children: readonly { readonly agent: AgentView; readonly value: number | null }[]
  readonly others: Several
  readonly hidden: Several
  readonly unplaced: Several
}

type Kin = Pick<ForestView, 'agents' | 'children' | 'hidden' | 'unplaced'>

const most = 20

/** `isRun`: of the run as a whole, to which the unplaced ones belong as well. */
export function sumParts(forest: Kin, key: AgentKey, name: SummedName, isRun: boolean): SumParts {
  const { agents, children, hidden, unplaced } = forest
  const viewsOf = (keys: readonly AgentKey[]): AgentView[] => keys.flatMap((each) => agents.get(each) ?? [])
  const all = viewsOf(children.get(key) ?? [])
    .map((agent) => ({ agent, value: totalOf(agent, name) }))
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const agent = agents.get(key)
  const several = (views: readonly AgentView[]): Several => ({
    count: views.length,
    value: sum(views.map((each) => totalOf(each, name))),
  })
  const own = agent ? ownOf(agent, name) : null
  const loose = viewsOf(isRun ? unplaced : [])
  const aside = viewsOf(hidden).filter(({ parent }) => parent === key)
  return {
    total: sum([own, ...[...all.map((each) => each.agent), ...aside, ...loose].map((each) => totalOf(each, name))]),
    own,
    children: all.slice(0, most),
    others: several(all.slice(most).map((each) => each.agent)),
    hidden: several(aside),
    unplaced: several(loose),
  }
}

function ownOf({ usage, cost }: AgentView, name: SummedName): number | null {
  return name === 'tokens' ? totalTokens(usage.own) : cost.own
}

function totalOf({ usage, cost }: AgentView, name: SummedName): number | null {
  return name === 'tokens' ? totalTokens(usage.total) : cost.total
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce((before, value) => (value === null ? before : (before ?? 0) + value), null)
}
