import type { FoundItems } from '../../shared/transcriptParts'
import type { RecordPlace } from '../transcriptIndex'
import { isInItem, needleOf } from './needle'
import type { TranscriptReading } from './reading'

const MOST_HITS = 500
/** One question must not hold up all others; whoever asked goes on with `next`. */
const WORK_MS = 60
const AHEAD_BYTES = 512 * 1024

/** Items from `from` on whose texts hold `text`. Bodies are decoded only where the bytes say that it may be there. */
export function findItems(
  reading: TranscriptReading,
  text: string,
  from: number,
  now: () => number = () => performance.now(),
): FoundItems {
  const { total } = reading.index
  const needle = needleOf(text)
  const lines = new Map<number, boolean>()
  const mayHold = (place: RecordPlace): boolean => {
    let may = lines.get(place.offset)
    if (may === undefined) {
      const line = reading.line(place)
      may = line !== null && needle.mayBeInLine(line)
      lines.set(place.offset, may)
    }
    return may
  }
  const until = now() + WORK_MS
  const hits: number[] = []
  let preparedTo = -1
  for (let n = from; n < total; n++) {
    if (n > from && now() > until) return { hits, total, isComplete: false, next: n }
    const place = reading.index.recordOf(n)
    if (place.offset + place.length > preparedTo) preparedTo = prepareFrom(reading, n)
    if (!mayBeInItem(reading, n, mayHold)) continue
    const item = reading.item(n)
    if (item && isInItem(needle, item)) hits.push(n)
    // Parsed records are larger than their lines: what was looked into is let go.
    reading.forget()
    if (hits.length === MOST_HITS && n + 1 < total) return { hits, total, isComplete: false, next: n + 1 }
  }
  return { hits, total, isComplete: true, next: null }
}

function mayBeInItem({ index }: TranscriptReading, n: number, mayHold: (place: RecordPlace) => boolean): boolean {
  if (mayHold(index.recordOf(n))) return true
  const tool = index.toolOf(n)
  const answer = tool ? index.answerTo(tool.call) : null
  return answer !== null && mayHold(answer)
}

/** Reads a stretch of the file at once; returns where it ends. */
function prepareFrom(reading: TranscriptReading, n: number): number {
  const { index } = reading
  const start = index.recordOf(n).offset
  let to = n + 1
  while (to < index.total && index.recordOf(to).offset + index.recordOf(to).length - start <= AHEAD_BYTES) to++
  reading.prepare(n, to)
  const last = index.recordOf(to - 1)
  return last.offset + last.length
}
