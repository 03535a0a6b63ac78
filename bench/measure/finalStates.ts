import { treeOf } from '../../src/core/model/forest'
import { buildCatalog } from '../../src/engine/catalog'
import { loadRun } from '../../src/engine/summariseRun'
import type { AgentView, WatchFrame } from '../../src/shared/views'
import { benchProvider, benchView } from './openBench'
import { sleep } from './report'

/** What a client of `watch` knows: the sum of all frames. */
export class FinalStates {
  readonly agents = new Map<string, AgentView>()
  readonly faults: string[] = []
  frames = 0
  private due = 0

  readonly take = (frame: WatchFrame): void => {
    if (frame.seq !== this.due) this.faults.push(`seq ${frame.seq} where ${this.due} was due`)
    this.due = frame.seq + 1
    this.frames++
    if (frame.kind === 'patch') for (const name of frame.removed) this.agents.delete(name)
    for (const { run, ...agent } of frame.agents) this.agents.set(`${run} ${agent.key}`, agent)
  }
}

/** Every agent as the files say now, read anew: what `tree --json` answers. */
export function readTruth(root: string): Map<string, AgentView> {
  const provider = benchProvider()
  const catalog = buildCatalog({ provider, root, store: null })
  const truth = new Map<string, AgentView>()
  for (const run of catalog.runs.values()) {
    const tree = treeOf(loadRun(catalog, run.id, run.files.values()).run, benchView())
    for (const agent of [...tree.agents, ...tree.unplaced]) truth.set(`${tree.uri} ${agent.key}`, agent)
  }
  return truth
}

/** Names of agents whose last watched state is not the truth. Runs that never changed while watched were never shown: they do not count. */
export function lostStates(
  states: FinalStates,
  truth: ReadonlyMap<string, AgentView>,
  changed: (name: string) => boolean,
): string[] {
  const lost: string[] = []
  for (const [name, agent] of truth) {
    const known = states.agents.get(name)
    if (!known && !changed(name)) continue
    if (JSON.stringify(known) !== JSON.stringify(agent)) lost.push(known ? name : `${name} (never seen)`)
  }
  for (const name of states.agents.keys()) if (!truth.has(name)) lost.push(`${name} (no longer on disk)`)
  return lost
}

/** Waits until nothing is lost, or the time is up; how many were left, and how long it took. */
export async function settle(
  states: FinalStates,
  root: string,
  changed: (name: string) => boolean,
  limitMs: number,
): Promise<{ readonly lost: readonly string[]; readonly ms: number }> {
  const began = performance.now()
  const truth = readTruth(root)
  for (;;) {
    const lost = lostStates(states, truth, changed)
    const ms = performance.now() - began
    if (lost.length === 0 || ms > limitMs) return { lost, ms }
    await sleep(50)
  }
}
