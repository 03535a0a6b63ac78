import type { RecordPlace } from '../../transcriptIndex'

/** Columns instead of objects: a long session has a million records that nobody shows. */
export class RawColumns {
  private count = 0
  private offsets = new Float64Array(64)
  private lengths = new Uint32Array(64)
  private befores = new Uint32Array(64)

  get total(): number {
    return this.count
  }

  add({ offset, length }: RecordPlace, before: number): void {
    if (this.count === this.offsets.length) this.grow()
    this.offsets[this.count] = offset
    this.lengths[this.count] = length
    this.befores[this.count] = before
    this.count++
  }

  placeOf(raw: number): RecordPlace {
    return { offset: this.offsets[raw] ?? 0, length: this.lengths[raw] ?? 0 }
  }

  beforeOf(raw: number): number {
    return this.befores[raw] ?? 0
  }

  /** The one at this offset; they stand in the order of their offsets. */
  at(offset: number): number | null {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.offsets[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low < this.count && this.offsets[low] === offset ? low : null
  }

  private grow(): void {
    const size = this.count * 2
    const [offsets, lengths, befores] = [new Float64Array(size), new Uint32Array(size), new Uint32Array(size)]
    offsets.set(this.offsets)
    lengths.set(this.lengths)
    befores.set(this.befores)
    this.offsets = offsets
    this.lengths = lengths
    this.befores = befores
  }
}
