import type { Bytes } from './bytes'

const newline = 10
const carriageReturn = 13

/**
 * Calls `onLine` for every line of `bytes` in [from, to) that is complete, blank ones included, and returns the offset after
 * the last newline: what lies behind it is not a line yet. `end` excludes the newline and a CR before it. Nothing is copied.
 *
 * A caller that keeps the incomplete rest must double its buffer when the rest fills it, and start the next search behind the
 * bytes it has already seen: growing by a constant, or searching the rest anew, makes one 50 MB line quadratic.
 */
export function splitLines(bytes: Bytes, from: number, to: number, onLine: (start: number, end: number) => void): number {
  let start = from
  for (;;) {
    const stop = bytes.indexOf(newline, start)
    // The buffer may hold stale bytes behind `to`; a newline among them belongs to nobody.
    if (stop === -1 || stop >= to) return start
    onLine(start, stop > start && bytes[stop - 1] === carriageReturn ? stop - 1 : stop)
    start = stop + 1
  }
}
