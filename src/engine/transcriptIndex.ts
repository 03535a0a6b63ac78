import { join } from 'node:path'
import { bomLength } from '../core/framing/bomLength'
import { splitLines } from '../core/framing/splitLines'
import type { SketchReader } from '../core/itemBody'
import type { Provider, SourceSpec } from '../core/provider'
import { readAppended } from './readAppended'
import { NEW_TAIL, type TailState } from './tailState'

/** Where one record lies in its file. */
export interface RecordPlace {
  readonly offset: number
  readonly length: number
}

/** Every item of one thread in one file, as columns: a page is a few reads at known places, however long the file. */
export interface TranscriptIndex {
  /** Reads what was appended; false: the file cannot be read. */
  update(isFinished: boolean): boolean
  readonly total: number
  recordOf(item: number): RecordPlace
  /** Which of its record's items it is. */
  blockOf(item: number): number
  answerTo(call: string): RecordPlace | null
}

export function openTranscriptIndex(
  provider: Provider,
  root: string,
  path: string,
  spec: SourceSpec,
  run: string,
  thread: string,
): TranscriptIndex {
  let columns = newColumns()
  let tail: TailState = NEW_TAIL
  let sketches: SketchReader = provider.openSketches(spec, run)
  const reset = (): void => {
    columns = newColumns()
    sketches = provider.openSketches(spec, run)
  }
  return {
    update(isFinished) {
      const onLines = (buffer: Buffer, start: number, end: number, fileOffset: number): void => {
        const first = fileOffset === 0 ? start + bomLength(buffer.subarray(start, end), end - start) : start
        const add = (from: number, to: number): void =>
          addLine(columns, sketches, thread, buffer, from, to, fileOffset + (from - start))
        const rest = splitLines(buffer, first, end, add)
        if (rest < end) add(rest, end)
      }
      const outcome = readAppended(tail, join(root, path), { onReplaced: reset, onLines }, { acceptUnterminatedJson: isFinished })
      tail = outcome.state
      if (outcome.kind === 'gone') reset()
      return outcome.kind !== 'gone' && outcome.kind !== 'unreadable'
    },
    get total() {
      return columns.count
    },
    recordOf: (item) => ({ offset: columns.offsets[item] ?? 0, length: columns.lengths[item] ?? 0 }),
    blockOf: (item) => columns.blocks[item] ?? 0,
    answerTo: (call) => columns.answers.get(call) ?? null,
  }
}

interface Columns {
  count: number
  offsets: Float64Array
  lengths: Uint32Array
  blocks: Uint16Array
  readonly answers: Map<string, RecordPlace>
}

function newColumns(): Columns {
  return {
    count: 0,
    offsets: new Float64Array(64),
    lengths: new Uint32Array(64),
    blocks: new Uint16Array(64),
    answers: new Map(),
  }
}

function addLine(
  columns: Columns,
  sketches: SketchReader,
  thread: string,
  buffer: Buffer,
  from: number,
  to: number,
  offset: number,
): void {
  const sketch = sketches.line(buffer, from, to)
  if (sketch?.thread !== thread) return
  const length = to - from
  sketch.items.forEach((_, block) => {
    if (columns.count === columns.offsets.length) grow(columns)
    columns.offsets[columns.count] = offset
    columns.lengths[columns.count] = length
    columns.blocks[columns.count] = block
    columns.count++
  })
  // The first answer stands, as in the tree.
  for (const call of sketch.answers) if (!columns.answers.has(call)) columns.answers.set(call, { offset, length })
}

function grow(columns: Columns): void {
  const size = columns.count * 2
  const offsets = new Float64Array(size)
  offsets.set(columns.offsets)
  const lengths = new Uint32Array(size)
  lengths.set(columns.lengths)
  const blocks = new Uint16Array(size)
  blocks.set(columns.blocks)
  columns.offsets = offsets
  columns.lengths = lengths
  columns.blocks = blocks
}
