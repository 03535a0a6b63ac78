import type { Sighting } from '../test/harness/Observer'

/** A call that began an agent or sent it on, as the product itself left it. */
export interface StoredCall {
  readonly call: string
  /** The conversation that made it. */
  readonly owner: string
  /** What it was called with: the text by which a scenario knows it. */
  readonly words: string
  /** Null: it was refused. */
  readonly child: string | null
  /** It has returned, as far as the product says so. */
  readonly isDone: boolean
}

interface Waiter {
  readonly test: () => boolean
  readonly done: (failure: Error | null) => void
}

const POLL_MS = 20

/**
 * A second witness beside Understory: polls what a product writes and notes when each call and each agent could first be read.
 * It knows only the plainest facts and shares no code with Understory.
 */
export abstract class Witness {
  readonly calls = new Map<string, Sighting>()
  readonly agents = new Map<string, Sighting>()
  /** Every conversation and its parent. */
  readonly parents = new Map<string, string | null>()
  /** Every call, by its owner and its id: a fork repeats the ids of its original. */
  readonly stored = new Map<string, StoredCall>()
  /** Agents of which some record says that they failed. */
  readonly errored = new Set<string>()
  /** How many answers of the model a conversation has booked, where that can be told. */
  readonly answers = new Map<string, number>()
  private readonly waiters = new Set<Waiter>()
  private timer: NodeJS.Timeout | null = null

  protected abstract read(): void

  start(): void {
    this.timer = setInterval(() => this.look(), POLL_MS)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.look()
  }

  look(): void {
    this.read()
    for (const waiter of [...this.waiters]) if (waiter.test()) waiter.done(null)
  }

  rootOf(id: string): string {
    const parent = this.parents.get(id)
    return parent ? this.rootOf(parent) : id
  }

  /** A call whose words hold this mark. */
  callWith(mark: string): StoredCall | undefined {
    return [...this.stored.values()].find(({ words }) => words.includes(mark))
  }

  callsOf(run: string): StoredCall[] {
    return [...this.stored.values()].filter(({ owner }) => this.rootOf(owner) === run)
  }

  agentsOf(run: string): string[] {
    return [...this.parents].flatMap(([id, parent]) => (parent !== null && this.rootOf(id) === run ? [id] : []))
  }

  /** Resolves as soon as the product has left something for which this holds. */
  until(what: string, test: () => boolean, limitMs = 60_000): Promise<void> {
    if (test()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.done(new Error(`the CLI did not leave ${what} within ${limitMs} ms`)), limitMs)
      const waiter: Waiter = {
        test,
        done: (failure) => {
          clearTimeout(timer)
          this.waiters.delete(waiter)
          if (failure) reject(failure)
          else resolve()
        },
      }
      this.waiters.add(waiter)
    })
  }

  protected seeThread(id: string, parent: string | null): void {
    if (this.parents.has(id)) return
    this.parents.set(id, parent)
    if (parent !== null) this.agents.set(id, { at: Date.now(), session: this.rootOf(id), id, owner: parent })
  }

  protected seeCall(stored: StoredCall): void {
    const name = `${stored.owner} ${stored.call}`
    this.stored.set(name, stored)
    if (this.calls.has(name)) return
    const run = this.rootOf(stored.owner)
    this.calls.set(name, { at: Date.now(), session: run, id: stored.call, owner: stored.owner })
  }
}
