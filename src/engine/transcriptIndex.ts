import type { LineSketch } from '../core/itemBody'

/** Where one record lies in its file. */
export interface RecordPlace {
  readonly offset: number
  readonly length: number
}

/** Every item of one thread in one file, by place: a page is a few reads at known places, however long the file. */
export interface TranscriptIndex {
  readonly total: number
  recordOf(item: number): RecordPlace
  /** Which of its record's items it is. */
  blockOf(item: number): number
  answerTo(call: string): RecordPlace | null
}

export const NO_ITEMS: TranscriptIndex = {
  total: 0,
  recordOf: () => ({ offset: 0, length: 0 }),
  blockOf: () => 0,
  answerTo: () => null,
}

/** Columns instead of objects: fifty thousand items are one megabyte. */
export class TranscriptColumns implements TranscriptIndex {
  private count = 0
  private offsets = new Float64Array(64)
  private lengths = new Uint32Array(64)
  private blocks = new Uint32Array(64)
  private readonly answers = new Map<string, RecordPlace>()

  get total(): number {
    return this.count
  }

  recordOf(item: number): RecordPlace {
    return { offset: this.offsets[item] ?? 0, length: this.lengths[item] ?? 0 }
  }

  blockOf(item: number): number {
    return this.blocks[item] ?? 0
  }

  answerTo(call: string): RecordPlace | null {
    return this.answers.get(call) ?? null
  }

  add(sketch: LineSketch, offset: number, length: number): void {
    for (let block = 0; block < sketch.items.length; block++) {
      if (this.count === this.offsets.length) this.grow()
      this.offsets[this.count] = offset
      this.lengths[this.count] = length
      this.blocks[this.count] = block
      this.count++
    }
    // The first answer stands, as in the tree.
    for (const call of sketch.answers) if (!this.answers.has(call)) this.answers.set(call, { offset, length })
  }

  private grow(): void {
    const size = this.count * 2
    const offsets = new Float64Array(size)
    offsets.set(this.offsets)
    const lengths = new Uint32Array(size)
    lengths.set(this.lengths)
    const blocks = new Uint32Array(size)
    blocks.set(this.blocks)
    this.offsets = offsets
    this.lengths = lengths
    this.blocks = blocks
  }
}
