/** Which items of a long transcript are kept and which are fetched, as numbers only. */
export interface ItemRange {
  readonly from: number
  /** Behind the last one. */
  readonly to: number
}

/** What is in sight, and how far to look ahead of it on either side. */
export interface Outlook extends ItemRange {
  readonly before: number
  readonly after: number
}

export const pageSize = 50
export const mostItems = 3000
const mostAhead = 1000
/** As long as a page may take to come, with time to spare. */
const foresightMs = 500

/** Looks farther to where the reader is going, the faster the farther. */
export function lookAhead(seen: ItemRange, before: ItemRange | null, ms: number): Outlook {
  const moved = before === null || ms > 1000 ? 0 : seen.from - before.from
  const ahead = Math.min(mostAhead, pageSize + Math.ceil((Math.abs(moved) * foresightMs) / Math.max(16, ms)))
  return { ...seen, before: moved < 0 ? ahead : pageSize, after: moved > 0 ? ahead : pageSize }
}

/** The next stretch to fetch: what is in sight first, then outwards from there; null: all is there. */
export function missingRange(outlook: Outlook, total: number, has: (n: number) => boolean): ItemRange | null {
  const from = Math.max(0, outlook.from)
  const to = Math.min(total, outlook.to)
  const back = outlook.before > outlook.after
  const seen = gapAfter(from, to, has)
  if (seen !== null)
    return back ? stretchBefore(gapBefore(from, to, has) ?? seen, outlook, has) : stretchAfter(seen, total, outlook, has)
  const first = gapBefore(Math.max(0, from - outlook.before), from, has)
  const last = gapAfter(to, Math.min(total, to + outlook.after), has)
  if (first !== null && (back || last === null)) return stretchBefore(first, outlook, has)
  return last === null ? null : stretchAfter(last, total, outlook, has)
}

/** The first item that is missing. */
function gapAfter(from: number, to: number, has: (n: number) => boolean): number | null {
  for (let n = from; n < to; n++) if (!has(n)) return n
  return null
}

/** The last one. */
function gapBefore(from: number, to: number, has: (n: number) => boolean): number | null {
  for (let n = to - 1; n >= from; n--) if (!has(n)) return n
  return null
}

/** A whole page is fetched where there is none, not the one line that came into sight; a bigger one for who is fast. */
function sizeOf({ before, after }: Outlook): number {
  return Math.max(pageSize, Math.min(4 * pageSize, Math.max(before, after)))
}

function stretchAfter(from: number, total: number, outlook: Outlook, has: (n: number) => boolean): ItemRange {
  const most = Math.min(total, from + sizeOf(outlook))
  let to = from + 1
  while (to < most && !has(to)) to++
  return { from, to }
}

function stretchBefore(last: number, outlook: Outlook, has: (n: number) => boolean): ItemRange {
  const least = Math.max(0, last + 1 - sizeOf(outlook))
  let from = last
  while (from > least && !has(from - 1)) from--
  return { from, to: last + 1 }
}

/** Items to forget, the farthest from what is seen first, until no more than `most` are left. */
export function farItems(held: Iterable<number>, seen: ItemRange, most = mostItems): readonly number[] {
  const numbers = [...held]
  if (numbers.length <= most) return []
  const middle = (seen.from + seen.to) / 2
  return numbers.sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle)).slice(0, numbers.length - most)
}
