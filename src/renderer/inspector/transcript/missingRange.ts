/** Which items of a long transcript are kept and which are fetched, as numbers only. */
export interface ItemRange {
  readonly from: number
  /** Behind the last one. */
  readonly to: number
}

export const pageSize = 50
export const mostItems = 2000

/** The first stretch that is missing around what is seen, the seen part first; null: all is there. */
export function missingRange(seen: ItemRange, total: number, has: (n: number) => boolean): ItemRange | null {
  const inside = { from: Math.max(0, seen.from), to: Math.min(total, seen.to) }
  return (
    gapIn(inside, has, total) ??
    gapIn({ from: Math.max(0, inside.from - pageSize), to: Math.min(total, inside.to + pageSize) }, has, total)
  )
}

function gapIn({ from, to }: ItemRange, has: (n: number) => boolean, total: number): ItemRange | null {
  let first = from
  while (first < to && has(first)) first++
  if (first >= to) return null
  // A whole page is fetched where there is none, not the one line that came into sight.
  const most = Math.min(total, Math.max(Math.min(to, first + 2 * pageSize), first + pageSize))
  let last = first + 1
  while (last < most && !has(last)) last++
  return { from: first, to: last }
}

/** Items to forget, the farthest from what is seen first, until no more than `most` are left. */
export function farItems(held: Iterable<number>, seen: ItemRange, most = mostItems): readonly number[] {
  const numbers = [...held]
  if (numbers.length <= most) return []
  const middle = (seen.from + seen.to) / 2
  return numbers.sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle)).slice(0, numbers.length - most)
}
