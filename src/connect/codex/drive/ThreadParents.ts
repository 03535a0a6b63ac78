import { asId, type Json } from '../../../core/readJson'

/** What begins or takes up an agent of the first runtime: a word to one may come from anybody. */
const CALLS = new Set(['spawnAgent', 'resumeAgent'])

/** Whose agent a thread is, as far as the items of a conversation tell. Nothing else does: no notice names the parent of an agent. */
export class ThreadParents {
  readonly #parents = new Map<string, string>()
  /** Of the second runtime, both ways: one that an earlier process began is only named by it. */
  readonly #paths = new Map<string, string>()
  readonly #threads = new Map<string, string>()

  /** `thread`: where the item was said. */
  note(thread: string | null, item: Json | null): void {
    if (thread === null || item === null) return
    if (item['type'] === 'collabAgentToolCall' && CALLS.has(asId(item['tool']) ?? '')) {
      const called = item['receiverThreadIds']
      for (const id of Array.isArray(called) ? called.map(asId) : []) if (id !== null) this.#parents.set(id, thread)
    }
    if (item['type'] !== 'subAgentActivity') return
    const agent = asId(item['agentThreadId'])
    const path = asId(item['agentPath'])
    if (agent === null) return
    if (item['kind'] === 'started') this.#parents.set(agent, thread)
    if (path === null) return
    this.#paths.set(agent, path)
    this.#threads.set(path, agent)
  }

  isBelow(thread: string, ancestor: string): boolean {
    // What a product tells may go in a circle.
    const seen = new Set([thread])
    for (let at = this.#parentOf(thread); at !== null && !seen.has(at); at = this.#parentOf(at)) {
      if (at === ancestor) return true
      seen.add(at)
    }
    return false
  }

  #parentOf(thread: string): string | null {
    const path = this.#paths.get(thread)
    const above = path?.slice(0, path.lastIndexOf('/'))
    return this.#parents.get(thread) ?? (above === undefined ? null : (this.#threads.get(above) ?? null))
  }
}
