/**
 * How high the rows of a list are: what was measured, and one guess for all the rest. Where a row lies costs a few additions,
 * however long the list is (a Fenwick tree over how far the measured rows are from the guess).
 */
export class RowHeights {
  /** By the row's own name, which it keeps when rows are put before it. */
  private readonly measured = new Map<number, number>()
  private sums = new Float64Array(1025)
  private guess: number
  private origin = 0
  private isHidden: (n: number) => boolean = nobody
  count = 0

  constructor(guess: number) {
    this.guess = guess
  }

  /** Row `n` of the list has the name `n - origin`. */
  resize(count: number, origin: number): void {
    this.count = count
    const isMoved = origin !== this.origin
    this.origin = origin
    if (isMoved || count >= this.sums.length) this.build()
  }

  /** These rows take no place until others are hidden; null: none. */
  hide(isHidden: ((n: number) => boolean) | null): void {
    this.isHidden = isHidden ?? nobody
    this.build()
  }

  /** Every row that was not measured is taken to be this high. */
  guessAt(height: number): void {
    this.guess = height
    this.build()
  }

  /** True: it was taken to be of another height. */
  set(n: number, height: number): boolean {
    const change = height - this.height(n)
    if (change === 0 && this.measured.has(n - this.origin)) return false
    this.measured.set(n - this.origin, height)
    this.add(n, change)
    return change !== 0
  }

  height(n: number): number {
    return this.isHidden(n) ? 0 : (this.measured.get(n - this.origin) ?? this.guess)
  }

  /** How far below the first row's upper edge it begins; of the row behind the last one: the height of all. */
  top(n: number): number {
    let sum = n * this.guess
    for (let at = n; at > 0; at -= at & -at) sum += this.sums[at] ?? 0
    return sum
  }

  /** The row that lies at an offset; beyond the ends the first or the last one. */
  at(offset: number): number {
    let n = 0
    let rest = offset
    for (let width = highestBit(this.sums.length - 1); width > 0; width >>= 1) {
      const next = n + width
      if (next >= this.count) continue
      const height = (this.sums[next] ?? 0) + width * this.guess
      if (height > rest) continue
      n = next
      rest -= height
    }
    return n
  }

  /** What was measured so far, on average; null: nothing yet. */
  average(): number | null {
    if (this.measured.size === 0) return null
    let sum = 0
    for (const height of this.measured.values()) sum += height
    return sum / this.measured.size
  }

  private build(): void {
    // A power of two, so that a list may grow for long before it is built again.
    this.sums = new Float64Array(2 ** Math.ceil(Math.log2(Math.max(1024, this.count + 1))) + 1)
    if (this.isHidden === nobody) {
      for (const [name, height] of this.measured) this.add(name + this.origin, height - this.guess)
      return
    }
    const { sums } = this
    for (let n = 0; n < this.count; n++) sums[n + 1] = this.height(n) - this.guess
    for (let at = 1; at < sums.length; at++) {
      const above = at + (at & -at)
      if (above < sums.length) sums[above] = (sums[above] ?? 0) + (sums[at] ?? 0)
    }
  }

  private add(n: number, change: number): void {
    for (let at = n + 1; at < this.sums.length; at += at & -at) this.sums[at] = (this.sums[at] ?? 0) + change
  }
}

const nobody = (): boolean => false

function highestBit(value: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, value)))
}
