import type { RawGap, RawGaps } from '../../../shared/rawRecords'
import type { TranscriptReading } from '../reading'

/** One question must not hold up all others; whoever asked goes on with `next`. */
const WORK_MS = 40
const MOST_GAPS = 5000

const NONE: RawGaps = { revision: 0, total: 0, gaps: [], next: null }

/** Where the records lie that are part of no item, from number `from` on. */
export function rawGaps({ raw, isLive }: TranscriptReading, from: number, now: () => number = () => performance.now()): RawGaps {
  if (!raw) return NONE
  const until = now() + WORK_MS
  raw.look(() => now() > until, isLive)
  const gaps: RawGap[] = []
  let at = from
  while (at < raw.total && gaps.length < MOST_GAPS) {
    const before = raw.beforeOf(at)
    const first = at
    while (at < raw.total && raw.beforeOf(at) === before) at++
    gaps.push({ before, count: at - first })
  }
  const isMore = at < raw.total || !raw.isComplete
  return { revision: raw.revision, total: raw.total, gaps, next: isMore ? Math.max(from, at) : null }
}
