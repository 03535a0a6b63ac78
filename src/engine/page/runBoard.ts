import type { RunUri } from '../../shared/ids'
import type { AgentView, RunRow, WatchFrame } from '../../shared/views'
import { atMost } from '../atMost'
import type { Engine, EngineWatch, WatchedRoot } from '../engine'
import { clampRow } from './clampRow'
import { goneRuns, isRootName, splitName } from './removedName'

export interface RunsProgress {
  readonly done: number
  readonly total: number
}

export interface BoardChange {
  readonly rows: readonly RunUri[]
  readonly removed: readonly RunUri[]
  /** Runs of which some agent changed. */
  readonly agents: readonly RunUri[]
}

/** Every run there is, and the agents of those that live: one look at the folders for all pages. */
export interface RunBoard {
  readonly rows: ReadonlyMap<RunUri, RunRow>
  readonly agents: ReadonlyMap<RunUri, ReadonlyMap<string, AgentView>>
  readonly progress: RunsProgress
  /** Grows with everything that was told. */
  readonly version: number
  /** False while the first reading goes on. */
  readonly isWhole: boolean
  /** Settles when the first reading is over, well or not. */
  readonly settled: Promise<void>
  roots(): readonly WatchedRoot[]
  /** One run, by the one look at the folders where that is open already. The snapshot comes before this settles. */
  watchRun(run: RunUri, onFrame: (frame: WatchFrame) => void): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

/** More than a screen shows, and few enough to be read in a fraction of a second; the rest follows. */
/** Longer than a watch takes to open where all is known; a first reading of everything takes longer and is not waited for. */
const SOON_MS = 1000
const FIRST_ROWS = 40
/** Ended runs whose agents are still remembered: what one of them has failed at is still to be told. */
const KEPT_ENDED = 32

export function openRunBoard(
  engine: Engine,
  onChange: (change: BoardChange) => void,
  onFailure: (error: unknown) => void,
): RunBoard {
  const board = new Board(engine, onChange)
  board.begin(onFailure)
  return board
}

class Board implements RunBoard {
  readonly rows = new Map<RunUri, RunRow>()
  readonly agents = new Map<RunUri, Map<string, AgentView>>()
  progress: RunsProgress = { done: 0, total: 1 }
  version = 0
  isWhole = false
  settled: Promise<void> = Promise.resolve()
  readonly #engine: Engine
  readonly #onChange: (change: BoardChange) => void
  readonly #listeners = new Set<(frame: WatchFrame) => void>()
  #watch: EngineWatch | null = null
  #isClosed = false

  constructor(engine: Engine, onChange: (change: BoardChange) => void) {
    this.#engine = engine
    this.#onChange = onChange
  }

  begin(onFailure: (error: unknown) => void): void {
    this.settled = this.#start().catch((error) => {
      if (!this.#isClosed) onFailure(error)
    })
  }

  roots(): readonly WatchedRoot[] {
    return this.#watch?.roots() ?? []
  }

  async watchRun(run: RunUri, onFrame: (frame: WatchFrame) => void): Promise<{ close(): Promise<void> }> {
    // A moment after the first rows the watch is there: a watch of its own would read the run a second time.
    await atMost(this.settled, SOON_MS)
    const kept = this.#isClosed ? null : await this.#watch?.keep(run)
    const view = kept?.view()
    // Still opening, or a run that came a moment ago: a watch of its own looks at the disk now.
    if (!kept || !view) {
      kept?.release()
      return this.#engine.watch(run, onFrame)
    }
    onFrame({ kind: 'snapshot', seq: 0, runs: view.row ? [view.row] : [], agents: [...view.agents] })
    this.#listeners.add(onFrame)
    let isClosed = false
    return {
      close: async () => {
        if (isClosed) return
        isClosed = true
        this.#listeners.delete(onFrame)
        kept.release()
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.settled
    await this.#watch?.close()
  }

  async #start(): Promise<void> {
    const first = await this.#engine.list({ provider: null, project: null, liveOnly: false, limit: FIRST_ROWS })
    if (this.#isClosed) return
    this.#tell({ rows: this.#takeRows(first), removed: [], agents: [] })
    this.#watch = await this.#engine.watch(
      null,
      (frame) => this.#take(frame),
      ({ doneRuns, totalRuns }) => {
        // The end of the reading is not the end of the list: the snapshot is.
        this.progress = { done: Math.min(doneRuns, totalRuns - 1), total: totalRuns }
        this.#tell({ rows: [], removed: [], agents: [] })
      },
    )
  }

  #take(frame: WatchFrame): void {
    const named = frame.kind === 'patch' ? frame.removed : []
    const gone = frame.kind === 'snapshot' ? this.#missingFrom(frame.runs) : goneRuns(named)
    for (const run of gone) this.#lose(run)
    for (const name of named) {
      const { run, key } = splitName(name)
      if (!isRootName(run, key)) this.agents.get(run)?.delete(key)
    }
    const agents = this.#takeAgents(frame)
    for (const name of named) agents.add(splitName(name).run)
    const rows = this.#takeRows(frame.runs)
    if (frame.kind === 'snapshot') {
      this.isWhole = true
      this.progress = { done: this.rows.size, total: this.rows.size }
    }
    for (const listener of this.#listeners) listener(frame)
    this.#forgetEnded()
    this.#tell({ rows, removed: gone, agents: [...agents] })
  }

  #takeRows(rows: readonly RunRow[]): RunUri[] {
    const changed: RunUri[] = []
    for (const row of rows) {
      const known = this.rows.get(row.uri)
      const clamped = clampRow(row)
      if (known && JSON.stringify(known) === JSON.stringify(clamped)) continue
      this.rows.set(row.uri, clamped)
      changed.push(row.uri)
    }
    return changed
  }

  #takeAgents(frame: WatchFrame): Set<RunUri> {
    const changed = new Set<RunUri>()
    for (const agent of frame.agents) {
      let known = this.agents.get(agent.run)
      if (!known) {
        known = new Map()
        this.agents.set(agent.run, known)
      }
      known.set(agent.key, agent)
      changed.add(agent.run)
    }
    return changed
  }

  #missingFrom(rows: readonly RunRow[]): RunUri[] {
    const there = new Set(rows.map((row) => row.uri))
    return [...this.rows.keys()].filter((uri) => !there.has(uri))
  }

  #lose(run: RunUri): void {
    this.rows.delete(run)
    this.agents.delete(run)
  }

  #forgetEnded(): void {
    const ended = [...this.agents.keys()].filter((run) => !this.rows.get(run)?.live)
    for (const run of ended.slice(0, Math.max(0, ended.length - KEPT_ENDED))) this.agents.delete(run)
  }

  #tell(change: BoardChange): void {
    this.version++
    if (!this.#isClosed) this.#onChange(change)
  }
}
