/** The items of a transcript that a filter lets through, by number. Changed in place by whoever follows the transcript. */
export class ShownItems {
  private readonly numbers: number[]
  /** Led to although the filter leaves them out. */
  private readonly extra = new Set<number>()
  private known: number

  /** `known`: items from there on were not looked at yet, and are shown. */
  constructor(numbers: readonly number[], known: number) {
    this.numbers = [...numbers]
    this.known = known
  }

  get lookedAt(): number {
    return this.known
  }

  get count(): number {
    return this.numbers.length - this.extra.size
  }

  has(n: number): boolean {
    return n >= this.known || this.numbers[this.placeOf(n)] === n
  }

  isExtra(n: number): boolean {
    return this.extra.has(n)
  }

  /** All from `from` to `to`, in order. */
  within(from: number, to: number): readonly number[] {
    const own = this.numbers.slice(this.placeOf(from), this.placeOf(to))
    for (let n = Math.max(from, this.known); n < to; n++) own.push(n)
    return own
  }

  /** The nearest one from `n` on in a direction, of `total` items; null: there is none. */
  nearest(n: number, by: 1 | -1, total: number): number | null {
    if (n < 0 || n >= total) return null
    if (this.has(n)) return n
    const next = this.numbers[this.placeOf(n) + (by === 1 ? 0 : -1)]
    if (next !== undefined) return next
    return by === 1 && this.known < total ? this.known : null
  }

  /** The next item behind those that are known. */
  append(isWanted: boolean): void {
    if (isWanted) this.numbers.push(this.known)
    this.known++
  }

  /** One that is wanted now, or looked at all the same. */
  add(n: number, isExtra: boolean): void {
    const at = this.placeOf(n)
    if (n >= this.known || this.numbers[at] === n) return
    this.numbers.splice(at, 0, n)
    if (isExtra) this.extra.add(n)
  }

  /** The first place whose number is not below `n`. */
  private placeOf(n: number): number {
    let low = 0
    let high = this.numbers.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.numbers[middle] ?? 0) < n) low = middle + 1
      else high = middle
    }
    return low
  }
}
