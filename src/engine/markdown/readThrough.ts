import { fail, ok, type Result } from '../../shared/result'
import type { ItemKind, TranscriptItem } from '../../shared/views'
import type { Engine, LookupFailure, Target } from '../engine'
import type { TranscriptReading } from '../transcript/reading'

/** What is known of an item before it is read. */
export interface ItemAbout {
  readonly kind: ItemKind
  readonly call: string | null
}

interface Stretch {
  readonly items: readonly TranscriptItem[]
  readonly next: number
  readonly total: number
}

const MOST_ITEMS = 50
/** Between stretches others have their turn. */
const WORK_MS = 20

/** The wanted items of a transcript as it is at the beginning, oldest first, a stretch at a time. */
export async function readThrough(
  engine: Engine,
  target: Target,
  isWanted: (item: ItemAbout) => boolean,
  onItems: (items: readonly TranscriptItem[]) => void | Promise<void>,
  stopped: { readonly aborted: boolean },
): Promise<Result<null, LookupFailure>> {
  let total = Number.POSITIVE_INFINITY
  for (let from = 0; from < total && !stopped.aborted; ) {
    const read = await engine.reading(target, (reading) => readStretch(reading, from, isWanted))
    if (!read.ok) return fail(read.failure)
    const { items, next } = read.value
    total = Math.min(total, read.value.total)
    const kept = items.filter(({ n }) => n < total)
    if (kept.length > 0) await onItems(kept)
    from = next
    await new Promise((resolve) => setImmediate(resolve))
  }
  return ok(null)
}

function readStretch(reading: TranscriptReading, from: number, isWanted: (item: ItemAbout) => boolean): Stretch {
  const { index } = reading
  const until = performance.now() + WORK_MS
  const items: TranscriptItem[] = []
  let next = from
  while (next < index.total && items.length < MOST_ITEMS && (next === from || performance.now() < until)) {
    const n = next++
    if (!isWanted({ kind: index.kindOf(n), call: index.toolOf(n)?.call ?? null })) continue
    const item = reading.item(n)
    if (item) items.push(item)
  }
  return { items, next: Math.max(next, from + 1), total: index.total }
}
