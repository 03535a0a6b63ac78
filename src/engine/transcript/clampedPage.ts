import type { TranscriptItem, TranscriptPage } from '../../shared/views'
import { clampItem } from './clampItem'
import type { TranscriptReading } from './reading'

/** Of what a message may hold, the rest is left for its frame. */
const PAGE_BYTES = 200_000

/** Before an item (null: the end), or from one on. */
export type PagePlace = { readonly before: number | null } | { readonly from: number }

/** At most `limit` items and never more than a message holds; the one nearest to where it was asked for always. */
export function clampedPage(reading: TranscriptReading, at: PagePlace, limit: number): TranscriptPage {
  const { uri, key, index } = reading
  const { total } = index
  const isForward = 'from' in at
  const start = Math.max(0, Math.min(isForward ? at.from : (at.before ?? total), total))
  const count = isForward ? Math.min(limit, total - start) : Math.min(limit, start)
  reading.prepare(isForward ? start : start - count, isForward ? start + count : start)
  const items: TranscriptItem[] = []
  let bytes = 0
  for (let i = 0; i < count; i++) {
    const whole = reading.item(isForward ? start + i : start - 1 - i)
    if (!whole) break
    const item = clampItem(whole)
    bytes += Buffer.byteLength(JSON.stringify(item))
    if (bytes > PAGE_BYTES && items.length > 0) break
    items.push(item)
  }
  if (!isForward) items.reverse()
  return { uri, key, total, from: isForward ? start : start - items.length, items }
}
