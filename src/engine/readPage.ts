import type { TranscriptItem, TranscriptPage } from '../shared/views'
import { type ReadingSource, type TranscriptReading, withReading } from './transcript/reading'

export interface PageRequest {
  readonly before: number | null
  readonly limit: number
}

/** Whole items, however long: for those who write them to a stream. A few reads at known places; nothing before or behind is touched. */
export function readPage(source: ReadingSource, request: PageRequest): TranscriptPage {
  return withReading(source, (reading) => pageOf(reading, request))
}

export function pageOf(reading: TranscriptReading, { before, limit }: PageRequest): TranscriptPage {
  const { uri, key, index } = reading
  const { total } = index
  const to = Math.max(0, Math.min(before ?? total, total))
  const from = Math.max(0, to - limit)
  const items: TranscriptItem[] = []
  reading.prepare(from, to)
  for (let n = from; n < to; n++) {
    const item = reading.item(n)
    if (item) items.push(item)
  }
  return { uri, key, total, from, items }
}
