import { RpcError } from '../../shared/fault'
import type { AgentKey, RunUri } from '../../shared/ids'
import type { AgentView, RunRow, WatchFrame } from '../../shared/views'
import type { Engine } from '../engine'
import { goneRuns, splitName } from './removedName'

export interface FollowerChange {
  readonly agents: readonly AgentKey[]
  readonly removed: readonly AgentKey[]
  readonly hasRow: boolean
  /** The run's files went away, or are there again. */
  readonly turned: 'gone' | 'back' | null
}

/** One run as it is now, watched once however many pages look at it. */
export interface Follower {
  readonly run: RunUri
  readonly agents: ReadonlyMap<AgentKey, AgentView>
  readonly row: RunRow | null
  readonly isGone: boolean
  listen(listener: (change: FollowerChange) => void): () => void
}

export interface Followers {
  /** Rejects when there is no such run, unless it is awaited. Each needs its `release`. */
  follow(run: RunUri, options: { readonly isAwaited: boolean }): Promise<Follower>
  release(run: RunUri): void
  readonly size: number
  close(): Promise<void>
}

type WatchRun = (run: RunUri, onFrame: (frame: WatchFrame) => void) => Promise<{ close(): Promise<void> }>

interface Entry {
  readonly opened: Promise<RunFollower>
  count: number
}

export function openFollowers(engine: Engine, watchRun: WatchRun): Followers {
  const entries = new Map<RunUri, Entry>()
  const closing = new Set<Promise<void>>()
  const end = (run: RunUri, entry: Entry): void => {
    if (entries.get(run) === entry) entries.delete(run)
    const closed = entry.opened.then((follower) => follower.close()).catch(() => undefined)
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }
  const release = (run: RunUri): void => {
    const entry = entries.get(run)
    if (entry && --entry.count === 0) end(run, entry)
  }
  return {
    get size() {
      return entries.size
    },
    async follow(run, { isAwaited }) {
      let entry = entries.get(run)
      if (!entry) {
        entry = { opened: RunFollower.open(watchRun, run), count: 0 }
        entries.set(run, entry)
      }
      entry.count++
      try {
        const follower = await entry.opened
        if (!follower.isGone || isAwaited) return follower
        const tree = await engine.tree(run)
        throw new RpcError(
          tree.ok
            ? { code: 'no_data', message: `${run} holds no agents` }
            : { code: tree.failure.reason, message: tree.failure.message },
        )
      } catch (error) {
        release(run)
        throw error
      }
    },
    release,
    async close() {
      for (const [run, entry] of entries) end(run, entry)
      await Promise.all(closing)
    },
  }
}

class RunFollower implements Follower {
  readonly run: RunUri
  readonly agents = new Map<AgentKey, AgentView>()
  row: RunRow | null = null
  readonly #listeners = new Set<(change: FollowerChange) => void>()
  #watch: { close(): Promise<void> } | null = null
  #isGone = true

  private constructor(run: RunUri) {
    this.run = run
  }

  static async open(watchRun: WatchRun, run: RunUri): Promise<RunFollower> {
    const follower = new RunFollower(run)
    follower.#watch = await watchRun(run, (frame) => follower.#take(frame))
    return follower
  }

  get isGone(): boolean {
    return this.#isGone
  }

  listen(listener: (change: FollowerChange) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await this.#watch?.close()
  }

  #take(frame: WatchFrame): void {
    const named = frame.kind === 'patch' ? frame.removed : []
    if (goneRuns(named).includes(this.run)) return this.#leave()
    const removed = named.map((name) => splitName(name).key)
    for (const key of removed) this.agents.delete(key)
    const agents: AgentKey[] = []
    for (const agent of frame.agents) {
      if (agent.run !== this.run) continue
      this.agents.set(agent.key, agent)
      agents.push(agent.key)
    }
    const row = frame.runs.find(({ uri }) => uri === this.run)
    if (row) this.row = row
    const isBack = this.#isGone && this.agents.size > 0
    if (isBack) this.#isGone = false
    this.#tell({ agents, removed, hasRow: row !== undefined, turned: isBack ? 'back' : null })
  }

  #leave(): void {
    this.agents.clear()
    this.row = null
    this.#isGone = true
    this.#tell({ agents: [], removed: [], hasRow: false, turned: 'gone' })
  }

  #tell(change: FollowerChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}
