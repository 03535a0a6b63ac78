import { askItemOf } from '../../core/model/askItemOf'
import { type AttentionRun, attentionOf } from '../../core/model/attentionOf'
import { providers } from '../../core/providers'
import type { Attention, AttentionItem, AttentionKind } from '../../shared/attention'
import type { Ask } from '../../shared/drive/ask'
import { RunUri } from '../../shared/ids'
import { every, type Timers } from '../every'
import type { RunBoard } from './runBoard'
import { takeFitting } from './takePortion'

export interface AttentionFeed {
  readonly current: Attention
  /** Agents of these runs, or their rows, have changed. */
  look(runs: Iterable<RunUri>): void
  dismiss(ids: readonly string[]): void
  memory(): AttentionMemory
  close(): void
}

/** What outlives the engine behind a feed. */
export interface AttentionMemory {
  readonly watchedSince: number
  readonly dismissed: readonly string[]
}

export interface AttentionOptions {
  readonly board: () => RunBoard | null
  /** A better line than the agent's view has; null: there is none. */
  readonly detailOf: (item: AttentionItem) => Promise<string | null>
  readonly memory: AttentionMemory | undefined
  readonly timers: Timers
  readonly stuckMinutes: () => number
  /** What can be answered here. Absent: nothing. */
  readonly asks?: () => readonly Ask[]
  /** As `AttentionRules` has it. Absent: nothing was paused. */
  readonly pausedUntil?: (run: RunUri) => number | null
  readonly onChange: (attention: Attention) => void
  /** These will not be shown again. */
  readonly onDismiss?: (ids: readonly string[]) => void
}

const LOOK_AGAIN_MS = 5000
const SETTLE_MS = 200
const FAILED_FOR_MS = 6 * 3_600_000
/** Nobody reads more. */
const LONGEST_LIST = 200

/** All that waits for a person, of all runs. What was there when the watch began is shown, but is no news. */
export function openAttentionFeed(options: AttentionOptions): AttentionFeed {
  const feed = new Feed(options)
  const look = every(LOOK_AGAIN_MS, () => feed.look(options.board()?.agents.keys() ?? []), options.timers)
  return {
    get current() {
      return feed.current
    },
    look: (runs) => feed.look(runs),
    dismiss: (ids) => feed.dismiss(ids),
    memory: () => feed.memory(),
    close: () => {
      look.close()
      feed.close()
    },
  }
}

class Feed {
  current: Attention = { items: [], fresh: [] }
  readonly #options: AttentionOptions
  readonly #watchedSince: number
  /** Every matter by run, agent and kind, or by its ask: it keeps its name for as long as it lasts, dismissed or not. */
  readonly #matters = new Map<RunUri, Map<string, AttentionItem>>()
  readonly #dismissed: Set<string>
  /** Null while it is being read: such a matter is told when its line is there. */
  readonly #details = new Map<string, string | null>()
  readonly #known = new Set<string>()
  readonly #stale = new Set<RunUri>()
  #cancel: (() => void) | null = null
  #isBegun = false
  #isClosed = false

  constructor(options: AttentionOptions) {
    this.#options = options
    this.#watchedSince = options.memory?.watchedSince ?? options.timers.now()
    this.#dismissed = new Set(options.memory?.dismissed)
  }

  look(runs: Iterable<RunUri>): void {
    for (const run of runs) this.#stale.add(run)
    // Until the first reading is over, what comes is not news but what was there.
    if (this.#isClosed || !this.#options.board()?.isWhole) return
    if (!this.#isBegun) return this.#update()
    if (this.#stale.size > 0) this.#cancel ??= this.#options.timers.after(SETTLE_MS, () => this.#update())
  }

  dismiss(ids: readonly string[]): void {
    const mine = new Map(this.current.items.map((item) => [item.id, item]))
    const gone = ids.filter((id) => {
      const kind = mine.get(id)?.kind
      return kind === 'finished' || kind === 'failed' || kind === 'stuck'
    })
    for (const id of gone) this.#dismissed.add(id)
    if (gone.length > 0) this.#options.onDismiss?.(gone)
    this.#update()
  }

  memory(): AttentionMemory {
    return { watchedSince: this.#watchedSince, dismissed: [...this.#dismissed] }
  }

  close(): void {
    this.#isClosed = true
    this.#cancel?.()
  }

  #update(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#isClosed) return
    for (const run of this.#stale) this.#updateRun(run)
    this.#stale.clear()
    const all = [...this.#matters.values()].flatMap((matters) => [...matters.values()])
    const ids = new Set(all.map((item) => item.id))
    for (const id of this.#dismissed) if (!ids.has(id) && this.#isOld(id)) this.#dismissed.delete(id)
    for (const memory of [this.#known, this.#details]) for (const id of memory.keys()) if (!ids.has(id)) memory.delete(id)
    const open = all.filter((item) => !this.#dismissed.has(item.id)).sort(byWeight)
    const ready = open.slice(0, LONGEST_LIST).flatMap((item) => this.#withDetail(item) ?? [])
    const kept = takeFitting(ready)
    const left = [...ready.slice(kept.length), ...open.slice(LONGEST_LIST)]
    const items = [...kept].sort(bySince)
    const isFirst = !this.#isBegun
    const fresh = this.#isBegun ? items.filter((item) => this.#isNews(item)).map((item) => item.id) : []
    for (const { id } of items) this.#known.add(id)
    // Old news that there is room for some day is none; who cannot go on alone is told of then.
    for (const { id, kind } of left) if (WEIGHTS[kind] === WEIGHTS.finished) this.#known.add(id)
    if (isFirst) for (const id of ids) this.#known.add(id)
    this.#isBegun = true
    const told = { items, fresh: [], ...countLeft(left) }
    if (!isFirst && fresh.length === 0 && JSON.stringify(told) === JSON.stringify(this.current)) return
    this.current = { ...told, fresh }
    this.#options.onChange(this.current)
    this.current = told
  }

  #withDetail(item: AttentionItem): AttentionItem | null {
    if ((item.kind !== 'finished' && item.kind !== 'question') || item.ask !== undefined) return item
    const detail = this.#details.get(item.id)
    if (typeof detail === 'string') return { ...item, detail: detail === '' ? item.detail : detail }
    if (detail === undefined) {
      this.#details.set(item.id, null)
      void this.#options.detailOf(item).then(
        (line) => this.#takeDetail(item.id, line ?? ''),
        () => this.#takeDetail(item.id, ''),
      )
    }
    return null
  }

  #takeDetail(id: string, line: string): void {
    if (!this.#details.has(id)) return
    this.#details.set(id, line)
    this.#cancel ??= this.#options.timers.soon(() => this.#update())
  }

  /** Its run may only not be looked at yet: what is younger can come back. */
  #isOld(id: string): boolean {
    return !(Date.parse(id.slice(id.lastIndexOf(' ') + 1)) > this.#options.timers.now() - FAILED_FOR_MS)
  }

  #isNews({ id, kind, since }: AttentionItem): boolean {
    if (this.#known.has(id)) return false
    // A failure of long ago that comes to light because its run is opened again is no news.
    return (kind !== 'failed' && kind !== 'finished') || Date.parse(since) >= this.#watchedSince
  }

  #updateRun(run: RunUri): void {
    const board = this.#options.board()
    const row = board?.rows.get(run)
    const agents = board?.agents.get(run)
    if (!row || !agents) return void this.#matters.delete(run)
    const asks = this.#options.asks?.().filter((ask) => ask.run === run) ?? []
    const rules = {
      now: this.#options.timers.now(),
      watchedSince: this.#watchedSince,
      failedForMs: FAILED_FOR_MS,
      stuckAfterMs: this.#options.stuckMinutes() * 60_000,
      pausedUntil: this.#options.pausedUntil?.(run) ?? null,
    }
    const before = this.#matters.get(run)
    const found = new Map<string, AttentionItem>()
    const isToldElsewhere = (other: string): boolean => board?.rows.has(RunUri.parse(other)) === true
    const seen: AttentionRun = { row, agents, rootLabel: labelOf(row.provider), isToldElsewhere }
    const asked = new Map(asks.flatMap((ask) => askItemOf(seen, ask) ?? []).map((item) => [`ask ${item.ask}`, item]))
    const asking = new Set([...asked.values()].map(({ key }) => key))
    for (const item of attentionOf(seen, rules)) {
      if (isWaiting(item) && asking.has(item.key)) continue
      const matter = `${item.key} ${item.kind}`
      const known = before?.get(matter)
      // Silence that was broken is another silence.
      const isSame = known && (item.kind !== 'stuck' || known.since === item.since)
      found.set(matter, isSame ? { ...item, id: known.id, since: known.since } : item)
    }
    for (const [matter, item] of asked) found.set(matter, item)
    if (found.size > 0) this.#matters.set(run, found)
    else this.#matters.delete(run)
  }
}

function isWaiting({ kind }: AttentionItem): boolean {
  return kind === 'permission' || kind === 'question'
}

/** Who cannot go on alone before what is only news: a run with hundreds of failures would hide the one that asks. */
const WEIGHTS: Readonly<Record<AttentionKind, number>> = { permission: 0, question: 0, stuck: 1, failed: 2, finished: 2 }

/** What is kept first: of who waits the longest waiting, of what is only news the newest. */
function byWeight(a: AttentionItem, b: AttentionItem): number {
  const isNews = WEIGHTS[a.kind] === WEIGHTS.finished
  return WEIGHTS[a.kind] - WEIGHTS[b.kind] || (isNews ? bySince(b, a) : bySince(a, b))
}

function countLeft(left: readonly AttentionItem[]): Pick<Attention, 'more'> {
  const more: Partial<Record<AttentionKind, number>> = {}
  for (const { kind, ask } of left) if (ask === undefined) more[kind] = (more[kind] ?? 0) + 1
  return Object.keys(more).length > 0 ? { more } : {}
}

function bySince(a: AttentionItem, b: AttentionItem): number {
  return a.since < b.since ? -1 : a.since > b.since ? 1 : a.id < b.id ? -1 : 1
}

function labelOf(provider: string): string {
  return providers.find((one) => one.id === provider)?.label ?? provider
}
