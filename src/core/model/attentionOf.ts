import { agentLabel } from '../../shared/agentLabel'
import type { AttentionItem, AttentionKind } from '../../shared/attention'
import { oneLine } from '../../shared/neutraliseText'
import { isActive } from '../../shared/phaseWord'
import type { AgentView, RunRow } from '../../shared/views'
import { ownRunOf } from './ownRunOf'

export interface AttentionRun {
  readonly row: RunRow
  readonly agents: ReadonlyMap<string, AgentView>
  /** What the run's own agent is called. */
  readonly rootLabel: string
  /** Whether this run is looked at by itself too: what its agents want is told there, and twice would be two matters. */
  readonly isToldElsewhere: (run: string) => boolean
}

export interface AttentionRules {
  readonly now: number
  /** What ended before is history, but for failures of a run that still lives. */
  readonly watchedSince: number
  /** How long a failure stays news. */
  readonly failedForMs: number
  /** Without a record for this long, a live agent counts as stuck. */
  readonly stuckAfterMs: number
  /** Until when a person let the run stand still: its silence counts from there. Infinity: it still does. Absent, null: never did. */
  readonly pausedUntil?: number | null
}

/** What in one run waits for a person, in no order. `id` names the matter by when it began. */
export function attentionOf(run: AttentionRun, rules: AttentionRules): AttentionItem[] {
  const { waiting, active } = ancestorsOfActive(run.agents)
  const items: AttentionItem[] = []
  for (const agent of run.agents.values()) {
    if (agent.hidden !== null) continue
    const kind = kindOf(run.row, agent, rules, { isAbove: waiting.has(agent.key), isBusyBelow: active.has(agent.key) })
    const home = kind === null ? null : ownRunOf(agent, run.agents)
    if (kind !== null && (home === null || !run.isToldElsewhere(home))) items.push(attentionItemOf(run, agent, kind))
  }
  return items
}

interface Below {
  /** An agent below waits: it is the one to be told of. */
  readonly isAbove: boolean
  /** An agent below is at work or waits: silence is no wonder, and the end is not yet. */
  readonly isBusyBelow: boolean
}

function kindOf(row: RunRow, agent: AgentView, rules: AttentionRules, below: Below): AttentionKind | null {
  if (agent.phase === 'waiting') {
    if (below.isAbove) return null
    return agent.waitingFor === 'permission' ? 'permission' : 'question'
  }
  if (agent.phase === 'failed') {
    const since = Math.max(rules.now - rules.failedForMs, row.live ? Number.NEGATIVE_INFINITY : rules.watchedSince)
    return timeOf(agent.ended ?? agent.updated) >= since ? 'failed' : null
  }
  if (agent.phase === 'completed') {
    const isOwn = agent.parent === null && agent.depth === 0 && agent.id === row.id
    // A session that waits for its first prompt has finished nothing.
    const hasWorked = isOwn ? agent.usage.own.requests > 0 : agent.background
    if (below.isBusyBelow || !hasWorked) return null
    return timeOf(agent.ended ?? agent.updated) >= rules.watchedSince ? 'finished' : null
  }
  if (!row.live || !isActive(agent.phase) || below.isBusyBelow) return null
  // Whoever paused it would be told that it is silent, and once more the moment it goes on.
  const quietSince = Math.max(timeOf(agent.updated ?? agent.started), rules.pausedUntil ?? Number.NEGATIVE_INFINITY)
  return rules.now - quietSince >= rules.stuckAfterMs ? 'stuck' : null
}

function timeOf(instant: string | null): number {
  return instant === null ? Number.NaN : Date.parse(instant)
}

function ancestorsOfActive(agents: ReadonlyMap<string, AgentView>): { waiting: Set<string>; active: Set<string> } {
  const waiting = new Set<string>()
  const active = new Set<string>()
  for (const agent of agents.values()) {
    if (agent.hidden !== null || !isActive(agent.phase)) continue
    markAbove(agents, agent, active)
    if (agent.phase === 'waiting') markAbove(agents, agent, waiting)
  }
  return { waiting, active }
}

function markAbove(agents: ReadonlyMap<string, AgentView>, agent: AgentView, marked: Set<string>): void {
  for (let parent = agent.parent; parent !== null && !marked.has(parent); parent = agents.get(parent)?.parent ?? null)
    marked.add(parent)
}

const LONGEST_DETAIL = 300
const LONGEST_TITLE = 200
const DEEPEST_PATH = 64

/** One matter of one agent, with the way to it. */
export function attentionItemOf({ row, agents, rootLabel }: AttentionRun, agent: AgentView, kind: AttentionKind): AttentionItem {
  const since = agent.ended ?? agent.updated ?? agent.started ?? row.updated ?? row.started ?? new Date(0).toISOString()
  const path: AttentionItem['path'][number][] = []
  for (
    let at: AgentView | undefined = agent;
    at && path.length < DEEPEST_PATH;
    at = at.parent === null ? undefined : agents.get(at.parent)
  ) {
    const isRoot = at.parent === null && at.depth === 0 && at.id === row.id
    path.unshift({
      key: at.key,
      label: short(isRoot ? rootLabel : agentLabel(at), 80),
      type: at.type === null ? null : short(at.type, 80),
    })
  }
  return {
    id: `${row.uri} ${agent.key} ${kind} ${since}`,
    kind,
    run: row.uri,
    key: agent.key,
    provider: row.provider,
    runTitle: short(row.title, LONGEST_TITLE),
    path,
    detail: short(detailOf(agent, kind), LONGEST_DETAIL),
    since,
  }
}

function detailOf(agent: AgentView, kind: AttentionKind): string {
  switch (kind) {
    case 'failed':
      return agent.error ?? agent.activity ?? ''
    case 'finished':
      return agent.description ?? ''
    case 'permission':
    case 'question':
    case 'stuck':
      return agent.activity ?? agent.description ?? ''
    default:
      return kind satisfies never
  }
}

export function short(text: string, limit: number): string {
  const line = oneLine(text.length > limit * 4 ? text.slice(0, limit * 4) : text)
  return line.length > limit ? `${oneLine(line.slice(0, limit - 1)).replace(/\ufffd$/, '')}…` : line
}
