import type { AgentKey, RunUri } from '../../shared/ids'
import type { TranscriptItem } from '../../shared/views'
import type { Engine } from '../engine'
import { clampedPage } from '../transcript/clampedPage'
import { clampItem } from '../transcript/clampItem'
import type { TranscriptReading } from '../transcript/reading'
import type { Lane } from './pump'
import { takeFitting } from './takePortion'

/** As many as come in a moment; with more, the rest follows at once. */
const ITEMS_AT_ONCE = 400

export interface TranscriptWish {
  readonly run: RunUri
  readonly key: AgentKey
  readonly from: number
  /** Items that were running when the page saw them. */
  readonly running: readonly number[]
}

export interface TranscriptNews {
  readonly run: RunUri
  readonly key: AgentKey
  readonly total: number
  readonly items: readonly TranscriptItem[]
}

/** One transcript on its way to the page that shows it: what was added, and calls that have their answer now. */
export class TranscriptLane implements Lane {
  readonly wish: TranscriptWish
  readonly #engine: Engine
  readonly #send: (news: TranscriptNews) => boolean
  readonly #running: Set<number>
  /** Items before it are there or were asked for. */
  #next: number
  #total: number

  constructor(engine: Engine, wish: TranscriptWish, send: (news: TranscriptNews) => boolean) {
    this.wish = wish
    this.#engine = engine
    this.#send = send
    this.#running = new Set(wish.running)
    this.#next = wish.from
    this.#total = wish.from
  }

  async sendOne(): Promise<boolean> {
    const { run, key } = this.wish
    // Why there is none is told by those who ask for a page.
    const read = await this.#engine.reading({ run, key }, (reading) => this.#read(reading)).catch(() => null)
    return read?.ok === true && read.value
  }

  #read(reading: TranscriptReading): boolean {
    const { total } = reading.index
    if (total < this.#next) {
      this.#running.clear()
      this.#next = total
    }
    const { fitting, hasMore } = this.#takeAnswered(reading)
    if (fitting.length > 0) this.#tell(total, fitting)
    const { items } = clampedPage(reading, { from: this.#next }, ITEMS_AT_ONCE)
    this.#next += items.length
    for (const { n, tool } of items) if (tool?.status === 'running') this.#running.add(n)
    if (items.length > 0 || total !== this.#total) this.#tell(total, items)
    this.#total = total
    // An item that cannot be read would be asked for without end.
    return (items.length > 0 && this.#next < total) || hasMore
  }

  /** As many as fit into one message; the others are remembered as running. */
  #takeAnswered(reading: TranscriptReading): { readonly fitting: readonly TranscriptItem[]; readonly hasMore: boolean } {
    const { index, isLive } = reading
    const answered: TranscriptItem[] = []
    for (const n of this.#running) {
      const call = index.toolOf(n)?.call
      if (isLive && call !== undefined && index.answerTo(call) === null) continue
      const whole = reading.item(n)
      if (whole) answered.push(clampItem(whole))
      else this.#running.delete(n)
    }
    const fitting = takeFitting(answered)
    for (const { n } of fitting) this.#running.delete(n)
    return { fitting, hasMore: fitting.length < answered.length }
  }

  #tell(total: number, items: readonly TranscriptItem[]): void {
    const { run, key } = this.wish
    this.#send({ run, key, total, items })
  }
}
