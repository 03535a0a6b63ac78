import type { AgentKey } from '../../../shared/ids'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { wholeRun } from '../../../shared/wholeRun'
import type { ForestView } from '../../store/applyForestFrame'
import { agentsAtLeast, isUnpriced } from './agentsAtLeast'

export type SummedName = 'tokens' | 'cost'

/** Null: not known of any. Not `complete`: of a part of it no price is known, so it is at least this. */
export interface Part {
  readonly value: number | null
  readonly complete: boolean
}

interface Several extends Part {
  readonly count: number
}

/** What the number of an agent with its sub-agents is made of. */
export interface SumParts {
  readonly total: Part
  readonly own: Part
  /** The children with the most, each with all below it. */
  readonly children: readonly (Part & { readonly agent: AgentView })[]
  readonly others: Several
  readonly hidden: Several
  readonly unplaced: Several
}

type Kin = Pick<ForestView, 'agents' | 'children' | 'hidden' | 'unplaced' | 'row'>

const most = 20
const nobody: ReadonlySet<AgentKey> = new Set()

/** `isRun`: of the run as a whole, to which the unplaced ones belong as well. */
export function sumParts(forest: Kin, key: AgentKey, name: SummedName, isRun: boolean): SumParts {
  const { agents, children, hidden, unplaced, row } = forest
  const atLeast = name === 'cost' ? agentsAtLeast(agents) : nobody
  const viewsOf = (keys: readonly AgentKey[]): AgentView[] => keys.flatMap((each) => agents.get(each) ?? [])
  const all = viewsOf(children.get(key) ?? [])
    .map((agent) => ({ agent, value: totalOf(agent, name), complete: !atLeast.has(agent.key) }))
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const agent = agents.get(key)
  const several = (views: readonly AgentView[]): Several => ({
    count: views.length,
    value: sum(views.map((each) => totalOf(each, name))),
    complete: views.every((each) => !atLeast.has(each.key)),
  })
  const own = agent ? ownOf(agent, name) : null
  const loose = viewsOf(isRun ? unplaced : [])
  const aside = viewsOf(hidden).filter(({ parent }) => parent === key)
  const isWhole = name === 'tokens' || (isRun && row ? wholeRun(row).cost.complete : !atLeast.has(key))
  return {
    total: {
      value: sum([own, ...[...all.map((each) => each.agent), ...aside, ...loose].map((each) => totalOf(each, name))]),
      complete: isWhole,
    },
    own: { value: own, complete: name === 'tokens' || agent === undefined || !isUnpriced(agent) },
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
