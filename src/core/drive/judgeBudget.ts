import type { Budget, BudgetBreach } from '../../shared/drive/budget'
import { type Pause, pausedWithin } from '../../shared/drive/pause'
import { isActive } from '../../shared/phaseWord'
import { totalTokens } from '../../shared/totalTokens'
import type { AgentView, RunRow } from '../../shared/views'

export interface BudgetRun {
  readonly row: RunRow
  readonly agents: ReadonlyMap<string, AgentView>
  /** When the run was stopped by a signal of ours: neither work nor silence. */
  readonly pauses: readonly Pause[]
  readonly isPaused: boolean
}

export type Passed = Omit<BudgetBreach, 'outcome'>

const MINUTE_MS = 60_000

/** Which limits a subtree has passed. What nobody knows (a price) passes no limit. */
export function judgeBudget(budget: Budget, { row, agents, pauses, isPaused }: BudgetRun, now: number): Passed[] {
  const root = budget.key === null ? rootOf(row, agents) : agents.get(budget.key)
  if (!root) return []
  const below = subtreeOf(root, agents)
  const active = row.live ? below.filter(({ phase }) => isActive(phase)) : []
  const reached: Record<BudgetBreach['limit'], number | null> = {
    tokens: totalTokens(root.usage.total),
    dollars: root.cost.total,
    agents: below.length - 1,
    depth: Math.max(...below.map(({ depth }) => depth)) - root.depth,
    minutes: minutesOf(root, active.length > 0, now, pauses),
    silence: active.length > 0 && !isPaused ? silenceOf(below, now, pauses) : null,
  }
  const passed: Passed[] = []
  for (const limit of LIMITS) {
    const allowed = budget[limit]
    const value = reached[limit]
    if (allowed !== null && value !== null && value > allowed)
      passed.push({ run: budget.run, key: budget.key, limit, allowed, reached: value })
  }
  return passed
}

/** Whether anything of the subtree works or waits. */
export function isWorkingBelow(key: Budget['key'], { row, agents }: Pick<BudgetRun, 'row' | 'agents'>): boolean {
  const root = key === null ? rootOf(row, agents) : agents.get(key)
  return row.live && root !== undefined && subtreeOf(root, agents).some(({ phase }) => isActive(phase))
}

const LIMITS = ['tokens', 'dollars', 'agents', 'depth', 'minutes', 'silence'] as const

function rootOf(row: RunRow, agents: ReadonlyMap<string, AgentView>): AgentView | undefined {
  for (const agent of agents.values()) if (agent.parent === null && agent.depth === 0 && agent.id === row.id) return agent
  return undefined
}

/** The agent itself first. Agents that nobody sees (titles, summaries) are no agents to a person. */
function subtreeOf(root: AgentView, agents: ReadonlyMap<string, AgentView>): AgentView[] {
  const children = new Map<string, AgentView[]>()
  for (const agent of agents.values()) {
    if (agent.parent === null || agent.hidden !== null) continue
    const known = children.get(agent.parent)
    if (known) known.push(agent)
    else children.set(agent.parent, [agent])
  }
  const found = [root]
  const seen = new Set<string>([root.key])
  for (let i = 0; i < found.length; i++) {
    for (const child of children.get(found[i]?.key ?? '') ?? []) {
      if (seen.has(child.key)) continue
      seen.add(child.key)
      found.push(child)
    }
  }
  return found
}

function minutesOf(root: AgentView, isAtWork: boolean, now: number, pauses: readonly Pause[]): number | null {
  if (root.started === null) return null
  const start = Date.parse(root.started)
  const end = isAtWork ? now : Date.parse(root.ended ?? root.updated ?? root.started)
  // An agent that began after a pause was not paused by it.
  return Math.max(0, end - start - pausedWithin(pauses, start, end)) / MINUTE_MS
}

function silenceOf(below: readonly AgentView[], now: number, pauses: readonly Pause[]): number {
  const last = Math.max(...below.map(({ updated, started }) => Date.parse(updated ?? started ?? '') || 0))
  // A pause before its last record broke no silence: taken off, an agent that hangs would pass for one that writes.
  return last === 0 ? 0 : Math.max(0, now - last - pausedWithin(pauses, last, now)) / MINUTE_MS
}
