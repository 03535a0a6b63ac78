import type { AgentKey } from '../../../shared/ids'
import { type ShownPhase, shownPhase } from '../../../shared/shownPhase'
import type { AgentView } from '../../../shared/views'
import { loudOrder } from '../../store/loudOrder'

export interface Subtree {
  readonly count: number
  readonly depth: number
  /** All of them, each behind the one that called it, siblings in call order. */
  readonly below: readonly AgentView[]
  /** What needs a person first; phases that nobody is in are left out. */
  readonly phases: readonly { readonly phase: ShownPhase; readonly count: number }[]
  /** Oldest first. */
  readonly needing: readonly AgentView[]
  /** Newest first. */
  readonly failed: readonly AgentView[]
  readonly dearest: readonly { readonly agent: AgentView; readonly usd: number }[]
}

interface Kin {
  readonly agents: ReadonlyMap<AgentKey, AgentView>
  readonly children: ReadonlyMap<AgentKey, readonly AgentKey[]>
}

const mostDear = 5

/** Everything below an agent, itself not counted. */
export function subtreeOf({ agents, children }: Kin, key: AgentKey, isPaused = false): Subtree {
  const below: AgentView[] = []
  let depth = 0
  let level = children.get(key) ?? []
  while (level.length > 0) {
    depth++
    below.push(...level.flatMap((each) => agents.get(each) ?? []))
    level = level.flatMap((each) => children.get(each) ?? [])
  }
  const of = (phase: ShownPhase): AgentView[] => below.filter((agent) => shownPhase(agent.phase, isPaused) === phase)
  const moment = ({ updated, ended }: AgentView): string => ended ?? updated ?? ''
  return {
    count: below.length,
    depth,
    below: inCallOrder({ agents, children }, key),
    phases: loudOrder.map((phase) => ({ phase, count: of(phase).length })).filter(({ count }) => count > 0),
    needing: of('waiting').sort((a, b) => ((a.updated ?? '') < (b.updated ?? '') ? -1 : 1)),
    failed: of('failed').sort((a, b) => (moment(a) < moment(b) ? 1 : -1)),
    dearest: below
      .flatMap((agent) => (agent.cost.own === null || agent.cost.own <= 0 ? [] : [{ agent, usd: agent.cost.own }]))
      .sort((a, b) => b.usd - a.usd)
      .slice(0, mostDear),
  }
}

function inCallOrder({ agents, children }: Kin, key: AgentKey): readonly AgentView[] {
  const found: AgentView[] = []
  const waiting = [...(children.get(key) ?? [])].reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const agent = agents.get(next)
    if (agent) found.push(agent)
    waiting.push(...[...(children.get(next) ?? [])].reverse())
  }
  return found
}
