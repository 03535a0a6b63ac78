import type { RunUri } from '../../shared/ids'
import type { RunsFrame } from '../../shared/runsFrame'
import { RunRow } from '../../shared/views'
import type { Lane } from './pump'
import type { BoardChange, RunBoard } from './runBoard'
import { soundOnes } from './soundOnes'
import { takePortion, takeSome } from './takePortion'

const REMOVED_AT_ONCE = 1000

/** The list of runs on its way to one page: what is not sent yet is remembered by name, so that a row goes out as it is then. */
export class RunsLane implements Lane {
  readonly #send: (frame: RunsFrame) => boolean
  readonly #onRefused: (name: string, reason: string) => void
  readonly #board: RunBoard
  readonly #pending = new Set<RunUri>()
  readonly #removed = new Set<RunUri>()
  #mustBegin = true
  #progress = ''

  constructor(board: RunBoard, send: (frame: RunsFrame) => boolean, onRefused: (name: string, reason: string) => void) {
    this.#board = board
    this.#send = send
    this.#onRefused = onRefused
    for (const run of board.rows.keys()) this.#pending.add(run)
  }

  note(change: BoardChange): void {
    for (const run of change.removed) {
      this.#pending.delete(run)
      this.#removed.add(run)
    }
    for (const run of change.rows) {
      this.#removed.delete(run)
      this.#pending.add(run)
    }
  }

  sendOne(): boolean {
    if (this.#mustBegin) {
      this.#mustBegin = false
      this.#send({ kind: 'begin' })
      return true
    }
    const removed = takeSome(this.#removed, REMOVED_AT_ONCE)
    const rows = takePortion(this.#pending, (run) => this.#board.rows.get(run), removed.length * 64)
    if (rows.length + removed.length > 0) this.#sendRows(rows, removed)
    else this.#sendProgress()
    // Only what is there: asked again for nothing, the other lanes would speak twice a frame.
    return this.#pending.size + this.#removed.size > 0 || this.#progressToSay() !== null
  }

  #sendRows(rows: readonly RunRow[], removed: RunUri[]): void {
    if (this.#send({ kind: 'rows', rows, removed })) return
    const sound = soundOnes(RunRow, rows, ({ uri }, reason) => this.#onRefused(uri, reason))
    if (sound.length < rows.length) this.#send({ kind: 'rows', rows: sound, removed })
  }

  /** Behind all rows: what says that the list is complete must be the last to arrive. */
  #sendProgress(): void {
    const said = this.#progressToSay()
    if (said === null) return
    this.#progress = said
    const { done, total } = this.#board.progress
    this.#send({ kind: 'progress', done, total })
  }

  /** Null: it has been said, or there is none. */
  #progressToSay(): string | null {
    const { done, total } = this.#board.progress
    if (!this.#board.isWhole && done >= total) return null
    const said = this.#board.isWhole ? 'whole' : `${done}/${total}`
    return said === this.#progress ? null : said
  }
}
