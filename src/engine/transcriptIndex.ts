import type { AnswerSketch, LineSketch } from '../core/itemBody'
import { ItemKind } from '../shared/views'
import type { RecordIds } from './RecordIds'

/** Where one record lies in its file. */
export interface RecordPlace {
  readonly offset: number
  readonly length: number
}

export interface AnswerPlace extends RecordPlace {
  /** Milliseconds since the epoch; NaN where its record has no time. */
  readonly at: number
  readonly isError: boolean
  /** As in `lineOf`. */
  readonly line: number
}

/** Every item of one thread in one file, by place: a page is a few reads at known places, however long the file. */
export interface TranscriptIndex {
  readonly total: number
  /** Of a store: the offset of a place is the number of a record; null: places are bytes of a file. */
  readonly recordIds: RecordIds | null
  recordOf(item: number): RecordPlace
  /** Which of its record's items it is. */
  blockOf(item: number): number
  /** Line of its record, from 1; 0: not known. */
  lineOf(item: number): number
  kindOf(item: number): ItemKind
  atOf(item: number): number
  /** The tool it calls; null: it is no call. */
  toolOf(item: number): { readonly name: string; readonly call: string } | null
  answerTo(call: string): AnswerPlace | null
  /** Every call that has an answer here, in the order of the answers. */
  answered(): Iterable<readonly [string, AnswerPlace]>
}

export const NO_ITEMS: TranscriptIndex = {
  total: 0,
  recordIds: null,
  recordOf: () => ({ offset: 0, length: 0 }),
  blockOf: () => 0,
  lineOf: () => 0,
  kindOf: () => 'error',
  atOf: () => Number.NaN,
  toolOf: () => null,
  answerTo: () => null,
  answered: () => [],
}

const KINDS = ItemKind.options
const codeOfKind = new Map(KINDS.map((kind, code) => [kind, code]))

/** What a line is besides its sketch. */
export interface LinePlace extends RecordPlace {
  readonly line: number
}

/** Columns instead of objects: fifty thousand items are two megabytes. */
export class TranscriptColumns implements TranscriptIndex {
  readonly recordIds: RecordIds | null
  private count = 0
  private offsets = new Float64Array(64)
  private ats = new Float64Array(64)
  private lengths = new Uint32Array(64)
  private blocks = new Uint32Array(64)
  private lines = new Uint32Array(64)
  private kinds = new Uint8Array(64)
  /** Index into `tools`, one more; 0: no call. */
  private toolOfItem = new Uint32Array(64)
  private readonly tools: { readonly name: string; readonly call: string }[] = []
  private readonly names = new Map<string, string>()
  private readonly answers = new Map<string, AnswerPlace>()

  constructor(recordIds: RecordIds | null = null) {
    this.recordIds = recordIds
  }

  get total(): number {
    return this.count
  }

  get answerCount(): number {
    return this.answers.size
  }

  recordOf(item: number): RecordPlace {
    return { offset: this.offsets[item] ?? 0, length: this.lengths[item] ?? 0 }
  }

  blockOf(item: number): number {
    return this.blocks[item] ?? 0
  }

  lineOf(item: number): number {
    return this.lines[item] ?? 0
  }

  kindOf(item: number): ItemKind {
    return KINDS[this.kinds[item] ?? 0] ?? 'error'
  }

  atOf(item: number): number {
    return this.ats[item] ?? Number.NaN
  }

  toolOf(item: number): { readonly name: string; readonly call: string } | null {
    return this.tools[(this.toolOfItem[item] ?? 0) - 1] ?? null
  }

  answerTo(call: string): AnswerPlace | null {
    return this.answers.get(call) ?? null
  }

  answered(): Iterable<readonly [string, AnswerPlace]> {
    return this.answers
  }

  add({ items, answers, at }: LineSketch, place: LinePlace): void {
    const { offset, length, line } = place
    for (let block = 0; block < items.length; block++) {
      if (this.count === this.offsets.length) this.grow()
      const sketch = items[block]
      const n = this.count++
      this.offsets[n] = offset
      this.lengths[n] = length
      this.lines[n] = line
      this.blocks[n] = block
      this.ats[n] = at
      this.kinds[n] = codeOfKind.get(sketch?.kind ?? 'error') ?? 0
      if (sketch?.call != null)
        this.toolOfItem[n] = this.tools.push({ name: this.nameOnce(sketch.name ?? ''), call: sketch.call })
    }
    for (const answer of answers) this.addAnswer(answer, place, at)
  }

  private addAnswer({ call, isError }: AnswerSketch, { offset, length, line }: LinePlace, at: number): void {
    // The first answer stands, as in the tree.
    if (!this.answers.has(call)) this.answers.set(call, { offset, length, line, at, isError })
  }

  /** A thousand calls of one tool share one name. */
  private nameOnce(name: string): string {
    const known = this.names.get(name)
    if (known !== undefined) return known
    this.names.set(name, name)
    return name
  }

  private grow(): void {
    const size = this.count * 2
    this.offsets = copied(new Float64Array(size), this.offsets)
    this.ats = copied(new Float64Array(size), this.ats)
    this.lengths = copied(new Uint32Array(size), this.lengths)
    this.blocks = copied(new Uint32Array(size), this.blocks)
    this.lines = copied(new Uint32Array(size), this.lines)
    this.toolOfItem = copied(new Uint32Array(size), this.toolOfItem)
    this.kinds = copied(new Uint8Array(size), this.kinds)
  }
}

function copied<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from)
  return to
}
