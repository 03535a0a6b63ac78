import type { AgentView, RunRow, WatchFrame } from '../../shared/views'
import { wholeRun } from '../../shared/wholeRun'
import type { RunPicture } from '../tree/runPicture'

/** One agent before and after a frame; null where it was not there. */
export interface AgentChange {
  readonly run: string
  readonly before: AgentView | null
  readonly after: AgentView | null
}

export interface RunChange {
  readonly before: RunRow | null
  readonly after: RunRow
}

export interface Changes {
  readonly runs: readonly RunChange[]
  readonly agents: readonly AgentChange[]
}

/** What the frames of `watch` add up to. */
export interface WatchedState {
  apply(frame: WatchFrame): Changes
  runs(): readonly RunRow[]
  agentsOf(run: string): ReadonlyMap<string, AgentView>
}

export function createWatchedState(): WatchedState {
  const runs = new Map<string, RunRow>()
  const agents = new Map<string, Map<string, AgentView>>()
  const agentsOf = (run: string): Map<string, AgentView> => {
    const known = agents.get(run) ?? new Map<string, AgentView>()
    agents.set(run, known)
    return known
  }
  return {
    apply(frame) {
      const changed: AgentChange[] = []
      const changedRuns = frame.runs.map((after): RunChange => {
        const before = runs.get(after.uri) ?? null
        runs.set(after.uri, after)
        return { before, after }
      })
      for (const name of frame.kind === 'patch' ? frame.removed : []) {
        const cut = name.indexOf(' ')
        const run = name.slice(0, cut)
        const key = name.slice(cut + 1)
        const before = agentsOf(run).get(key) ?? null
        if (agentsOf(run).delete(key)) changed.push({ run, before, after: null })
      }
      for (const { run, ...after } of frame.agents) {
        const before = agentsOf(run).get(after.key) ?? null
        agentsOf(run).set(after.key, after)
        changed.push({ run, before, after })
      }
      return { runs: changedRuns, agents: changed }
    },
    runs: () => [...runs.values()],
    agentsOf,
  }
}

/** A run as it can be drawn. The root is the agent that has the run's own id; who else has no parent here is unplaced. */
export function pictureOf(row: RunRow, agents: ReadonlyMap<string, AgentView>): RunPicture {
  const all = [...agents.values()]
  const root = all.find((agent) => agent.parent === null && agent.id === row.id) ?? all.find((agent) => agent.depth === 0)
  const isPlaced = (agent: AgentView) => agent === root || (agent.parent !== null && agents.has(agent.parent))
  const whole = wholeRun(row)
  const { total, ...counts } = whole.agents
  return {
    ...whole,
    root: root?.key ?? null,
    agents: all.filter(isPlaced),
    unplaced: all.filter((agent) => !isPlaced(agent)),
    totals: { agents: total, ...counts },
  }
}
