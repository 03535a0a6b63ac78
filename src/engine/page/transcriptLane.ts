import type { PartialText } from '../../core/partialText'
import type { AgentKey, RunUri } from '../../shared/ids'
import type { TranscriptItem } from '../../shared/views'
import type { WritingNews } from '../../shared/writingNews'
import type { Engine, ThreadName } from '../engine'
import { clampedPage } from '../transcript/clampedPage'
import { clampItem } from '../transcript/clampItem'
import type { TranscriptReading } from '../transcript/reading'
import type { Lane } from './pump'
import { takeFitting } from './takePortion'
import { WritingTold, type WrittenText } from './WritingTold'

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
  readonly writing: readonly WritingNews[]
}

/** One transcript on its way to the page that shows it: what was added, calls that have their answer now, and what is being written. */
export class TranscriptLane implements Lane {
  readonly wish: TranscriptWish
  readonly #engine: Engine
  readonly #send: (news: TranscriptNews) => boolean
  readonly #running: Set<number>
  /** Items before it are there or were asked for. */
  #next: number
  #total: number
  /** Null: it has not been read yet. */
  #thread: ThreadName | null = null
  readonly #told = new WritingTold()
  /** What is being written, as the page was told last. */
  #writing: readonly WritingNews[] = []
  /** Texts that the last reading met; false: its record is among the items already. */
  #met: ReadonlyMap<string, WritingNews['kind'] | false> = new Map()
  /** Something else than what is being written has changed. */
  #isDue = true

  constructor(engine: Engine, wish: TranscriptWish, send: (news: TranscriptNews) => boolean) {
    this.wish = wish
    this.#engine = engine
    this.#send = send
    this.#running = new Set(wish.running)
    this.#next = wish.from
    this.#total = wish.from
  }

  /** The agent has changed. */
  note(): void {
    this.#isDue = true
  }

  /** False: what is written there is not shown here. */
  isOf({ provider, id }: ThreadName): boolean {
    return this.#thread === null || (this.#thread.provider === provider && this.#thread.id === id)
  }

  /** Words come at every frame: the records are only asked when there may be more than that. */
  sendOne(): boolean | Promise<boolean> {
    const texts = this.#thread && !this.#isDue ? this.#engine.partials(this.#thread) : null
    if (!texts?.every(({ key }) => this.#met.has(key))) return this.#readOn()
    const taken = this.#told.take(this.#unrecorded(texts))
    if (taken) this.#tell(this.#total, [], taken.news)
    return taken?.hasMore ?? false
  }

  async #readOn(): Promise<boolean> {
    this.#isDue = false
    const { run, key } = this.wish
    // Why there is none is told by those who ask for a page.
    const read = await this.#engine.reading({ run, key }, (reading) => this.#read(reading)).catch(() => null)
    if (read?.ok !== true) return false
    this.#isDue ||= read.value
    return read.value
  }

  #read(reading: TranscriptReading): boolean {
    const { total } = reading.index
    if (total < this.#next) {
      this.#running.clear()
      this.#next = total
    }
    const { fitting, hasMore } = this.#takeAnswered(reading)
    if (fitting.length > 0) this.#tell(total, fitting, this.#unchanged())
    const { items } = clampedPage(reading, { from: this.#next }, ITEMS_AT_ONCE)
    this.#next += items.length
    for (const { n, tool } of items) if (tool?.status === 'running') this.#running.add(n)
    // An item that cannot be read would be asked for without end.
    const isMoreToCome = items.length > 0 && this.#next < total
    // What is still written goes when its item comes, not before.
    const taken = isMoreToCome ? null : this.#meet(reading)
    if (items.length > 0 || total !== this.#total || taken) this.#tell(total, items, taken?.news ?? this.#unchanged())
    this.#total = total
    return isMoreToCome || hasMore || (taken?.hasMore ?? false)
  }

  #meet(reading: TranscriptReading): ReturnType<WritingTold['take']> {
    this.#thread = reading.thread
    const texts = this.#engine.partials(reading.thread)
    this.#met = new Map(texts.map(({ key, kind }) => [key, reading.holds(key) ? false : (kind ?? kindOf(reading, key))]))
    return this.#told.take(this.#unrecorded(texts))
  }

  #unrecorded(texts: readonly PartialText[]): readonly WrittenText[] {
    return texts.flatMap((text) => {
      const kind = this.#met.get(text.key)
      return kind ? [{ ...text, kind: text.kind ?? kind }] : []
    })
  }

  /** Where they stand, as the page has them. */
  #unchanged(): readonly WritingNews[] {
    return this.#writing.map(({ text, from, ...one }) => ({ ...one, from: from + text.length, text: '' }))
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

  #tell(total: number, items: readonly TranscriptItem[], writing: readonly WritingNews[]): void {
    const { run, key } = this.wish
    this.#writing = writing
    this.#send({ run, key, total, items, writing })
  }
}

/** Whose beginning was not heard: its record is there from the beginning, only without the text. */
function kindOf(reading: TranscriptReading, key: string): WritingNews['kind'] {
  return reading.kindIn(key) === 'thinking' ? 'thinking' : 'text'
}
