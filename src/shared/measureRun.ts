import { addUsage, noUsage, totalTokens } from './totalTokens'
import type { AgentView, Phase, TreeView, Usage } from './views'

/** What agents did, summed. `usd` is null when nothing of it has a price; not `priced`: something has none, so it is too low. */
export interface Activity {
  readonly agents: number
  readonly tools: number
  readonly messages: number
  readonly errors: number
  readonly usage: Usage
  readonly tokens: number
  readonly usd: number | null
  readonly priced: boolean
  readonly first: string | null
  readonly last: string | null
  /** Time of each agent from its first to its last record, added up. */
  readonly agentMs: number
}

export interface AgentActivity extends Activity {
  readonly key: string
  readonly id: string | null
  readonly uri: string | null
  readonly parent: string | null
  readonly number: number
  readonly depth: number
  readonly type: string | null
  readonly description: string | null
  readonly phase: Phase
  readonly hidden: AgentView['hidden']
}

export interface TypeActivity extends Activity {
  readonly type: string | null
  readonly byPhase: Readonly<Partial<Record<Phase, number>>>
}

/** `stats --json`. `root` + `byType` + `hidden` = `total`: each agent is in one of them. */
export interface RunStats {
  readonly schema: 1
  readonly uri: string
  readonly wallMs: number | null
  /** Time of sub-agents added up, over the time in which at least one worked; `peak`: most at once. */
  readonly parallelism: { readonly average: number | null; readonly peak: number }
  readonly byPhase: Readonly<Partial<Record<Phase, number>>>
  readonly total: Activity
  readonly root: Activity
  readonly hidden: Activity
  readonly byType: readonly TypeActivity[]
  readonly levels: readonly (Activity & { readonly depth: number })[]
  readonly agents: readonly AgentActivity[]
}

export function measureRun(tree: TreeView): RunStats {
  const all = [...tree.agents, ...tree.unplaced]
  const root = all.filter((agent) => agent.key === tree.root)
  const hidden = all.filter((agent) => agent.hidden !== null && agent.key !== tree.root)
  const subs = all.filter((agent) => agent.hidden === null && agent.key !== tree.root)
  const total = sum(all)
  return {
    schema: 1,
    uri: tree.uri,
    wallMs: total.first === null || total.last === null ? null : Date.parse(total.last) - Date.parse(total.first),
    parallelism: parallelismOf(subs),
    byPhase: countPhases(subs),
    total,
    root: sum(root),
    hidden: sum(hidden),
    byType: [...groupBy(subs, (agent) => agent.type)]
      .map(([type, agents]) => ({ type, ...sum(agents), byPhase: countPhases(agents) }))
      .sort((a, b) => b.tokens - a.tokens),
    levels: [...groupBy(all, (agent) => agent.depth)]
      .map(([depth, agents]) => ({ depth, ...sum(agents) }))
      .sort((a, b) => a.depth - b.depth),
    agents: all.map(measureAgent),
  }
}

function measureAgent(agent: AgentView): AgentActivity {
  const { key, id, uri, parent, number, depth, type, description, phase, hidden } = agent
  return { key, id, uri, parent, number, depth, type, description, phase, hidden, ...sum([agent]) }
}

function sum(agents: readonly AgentView[]): Activity {
  let usage = noUsage
  let usd: number | null = null
  let priced = true
  let isKnown = agents.length > 0
  let first: string | null = null
  let last: string | null = null
  const counts = { tools: 0, messages: 0, errors: 0, agentMs: 0 }
  for (const agent of agents) {
    usage = addUsage(usage, agent.usage.own)
    const tokens = totalTokens(agent.usage.own)
    if (agent.cost.own === null) isKnown = false
    // One who used nothing does not make a price of the others' unknown ones.
    else if (agent.cost.own !== 0 || tokens > 0) usd = (usd ?? 0) + agent.cost.own
    if (agent.cost.own === null && tokens > 0) priced = false
    // ISO instants of one form: their order is the order of their letters.
    if (agent.started !== null && (first === null || agent.started < first)) first = agent.started
    const end = endOf(agent)
    if (end !== null && (last === null || end > last)) last = end
    counts.tools += agent.tools
    counts.messages += agent.messages
    counts.errors += agent.errors
    counts.agentMs += spanMs(agent)
  }
  return {
    agents: agents.length,
    ...counts,
    usage,
    tokens: totalTokens(usage),
    usd: usd ?? (isKnown ? 0 : null),
    priced,
    first,
    last,
  }
}

function endOf(agent: AgentView): string | null {
  return agent.ended ?? agent.updated
}

function spanMs(agent: AgentView): number {
  const end = endOf(agent)
  return agent.started === null || end === null ? 0 : Math.max(0, Date.parse(end) - Date.parse(agent.started))
}

/** Sweeps over starts and ends in order of time. */
function parallelismOf(agents: readonly AgentView[]): RunStats['parallelism'] {
  const edges: { at: number; step: 1 | -1 }[] = []
  for (const agent of agents) {
    const ms = spanMs(agent)
    if (agent.started === null || ms === 0) continue
    const at = Date.parse(agent.started)
    edges.push({ at, step: 1 }, { at: at + ms, step: -1 })
  }
  // An end before a start at the same moment: one after the other is not at once.
  edges.sort((a, b) => a.at - b.at || a.step - b.step)
  let running = 0
  let peak = 0
  let busyMs = 0
  let since = 0
  for (const { at, step } of edges) {
    if (running > 0) busyMs += at - since
    running += step
    peak = Math.max(peak, running)
    since = at
  }
  const summed = agents.reduce((ms, agent) => ms + spanMs(agent), 0)
  return { average: busyMs === 0 ? null : Math.round((summed / busyMs) * 100) / 100, peak }
}

function countPhases(agents: readonly AgentView[]): Partial<Record<Phase, number>> {
  const counts: Partial<Record<Phase, number>> = {}
  for (const { phase } of agents) counts[phase] = (counts[phase] ?? 0) + 1
  return counts
}

function groupBy<K>(agents: readonly AgentView[], keyOf: (agent: AgentView) => K): Map<K, AgentView[]> {
  const groups = new Map<K, AgentView[]>()
  for (const agent of agents) {
    const group = groups.get(keyOf(agent))
    if (group === undefined) groups.set(keyOf(agent), [agent])
    else group.push(agent)
  }
  return groups
}
