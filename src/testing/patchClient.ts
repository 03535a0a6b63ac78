import { takeRunPatch } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { AgentView, TreeView } from '../shared/views'
import { VIEW } from './recordings'

/** Adds up the patches of one run, as whoever watches it does. */
export class PatchClient {
  private readonly shown = new Set<string>()
  private readonly agents = new Map<string, AgentView>()

  take(run: Run): void {
    const { agents, removed } = takeRunPatch(run, this.shown, VIEW, 0)
    for (const key of removed) this.agents.delete(key)
    for (const agent of agents) this.agents.set(agent.key, agent)
  }

  /** Where it holds something else than the tree. */
  differences(tree: TreeView): string[] {
    const due = [...tree.agents, ...tree.unplaced]
    const wrong = due.filter((agent) => JSON.stringify(this.agents.get(agent.key)) !== JSON.stringify(agent))
    const faults = wrong.map(
      (agent) => `${JSON.stringify(this.agents.get(agent.key) ?? null)} should be ${JSON.stringify(agent)}`,
    )
    return this.agents.size === due.length ? faults : [...faults, `${this.agents.size} agents, should be ${due.length}`]
  }
}
