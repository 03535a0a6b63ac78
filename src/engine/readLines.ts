import { readSync } from 'node:fs'
import { openQuoteMarks, type QuoteMarks } from './quoteMarks'
import type { TailOptions, TailSink } from './readAppended'
import { errorCode } from './walkRoot'

export interface LineReader extends TailOptions {
  readonly handle: number
  readonly from: number
  readonly scannedTo: number
  /** The size at the first look: what is appended while we read raises its own hint. */
  readonly to: number
  /** Given the file's first bytes as they are read, before any line of them goes out. */
  readonly onHead?: (head: Buffer) => void
}

export interface Reached {
  readonly offset: number
  readonly scannedTo: number
  readonly isComplete: boolean
  readonly tookUnterminated: boolean
  /** The code of a read that failed on the way; what lies before `offset` was handed over all the same. */
  readonly failure: string | null
}

/** Thrown and caught in this file only, to tell a failing disk from a failing sink. */
class ReadFailure extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const CHUNK_BYTES = 1 << 20
const DEFAULT_MAX_LINE_BYTES = 256 << 20
const LINE_END = 10

/** What reading has cost this thread: whether files come from memory or from a disk is seen by nothing else. */
export const readingTime = { calls: 0, bytes: 0, ms: 0 }

/** One for all: reading is synchronous, so two files never share it, except when a sink reads another file meanwhile. */
const shared = { buffer: undefined as Buffer | undefined, marks: null as QuoteMarks | null, isInUse: false }

/** Hands over all complete lines of [from, to). */
export function readLines(reader: LineReader, sink: TailSink): Reached {
  const { from, to } = reader
  const isOwner = !shared.isInUse
  const buffer = isOwner ? takeShared() : Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, to - from)))
  const progress: Progress = { offset: from, scannedTo: from, isComplete: true, tookUnterminated: false, failure: null }
  try {
    if (from >= to) return progress
    if (reader.scannedTo <= from || skipLine(reader, buffer, reader.scannedTo) !== undefined)
      readFrom(reader, sink, buffer, progress)
    else progress.scannedTo = to
    if (reader.acceptUnterminatedJson && progress.isComplete) takeUnterminated(reader, sink, progress)
    return progress
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error
    return { ...progress, isComplete: false, failure: error.code }
  } finally {
    if (isOwner) shared.isInUse = false
  }
}

function takeShared(): Buffer {
  shared.isInUse = true
  if (!shared.buffer) {
    shared.marks = openQuoteMarks(CHUNK_BYTES)
    shared.buffer = shared.marks?.buffer ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  }
  return shared.buffer
}

type Progress = { -readonly [Key in keyof Reached]: Reached[Key] }

function readFrom(reader: LineReader, sink: TailSink, firstBuffer: Buffer, progress: Progress): void {
  const { to, shouldYield, signal, maxLineBytes = DEFAULT_MAX_LINE_BYTES } = reader
  let buffer = firstBuffer
  let filled = 0
  for (;;) {
    const position = progress.offset + filled
    const read = readInto(reader, buffer, filled, position)
    if (read === 0) {
      progress.scannedTo = position
      return
    }
    if (position === 0) reader.onHead?.(buffer.subarray(0, read))
    filled += read
    const end = buffer.lastIndexOf(LINE_END, filled - 1) + 1
    if (end > 0) {
      const lineStart = progress.offset
      progress.offset = progress.scannedTo = lineStart + end
      // Before every handing over: marks of the bytes that were here before would end a text in the middle of it.
      if (buffer === shared.marks?.buffer) shared.marks.mark(end)
      sink.onLines(buffer, 0, end, lineStart)
      filled -= end
      // A 50 MB line must not leave 64 MB behind for good.
      const next = filled < firstBuffer.length ? firstBuffer : buffer
      buffer.copy(next, 0, end, end + filled)
      buffer = next
      // Only between lines: to stop inside a line longer than a slice would mean to start it anew for ever.
      if (progress.offset < to && (signal?.aborted || shouldYield?.())) {
        progress.isComplete = false
        return
      }
    } else if (filled >= maxLineBytes) {
      if (!passOver(reader, sink, buffer, filled, progress)) return
      filled = 0
      buffer = firstBuffer
    } else if (filled === buffer.length) buffer = doubled(buffer)
  }
}

/** False: the line that is too long has not ended yet. */
function passOver(reader: LineReader, sink: TailSink, buffer: Buffer, filled: number, progress: Progress): boolean {
  const start = progress.offset
  const next = skipLine(reader, buffer, start + filled)
  progress.scannedTo = next ?? reader.to
  if (next === undefined) return false
  progress.offset = next
  sink.onSkipped?.(start, next - start)
  return true
}

function readInto({ handle, to }: LineReader, buffer: Buffer, at: number, position: number): number {
  const length = Math.min(buffer.length - at, to - position)
  if (length <= 0) return 0
  try {
    const began = performance.now()
    const read = readSync(handle, buffer, at, length, position)
    readingTime.ms += performance.now() - began
    readingTime.bytes += read
    readingTime.calls++
    return read
  } catch (error) {
    throw new ReadFailure(errorCode(error))
  }
}

function doubled(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(buffer.length * 2)
  buffer.copy(larger)
  return larger
}

/** The offset after the next line end at or after `position`; undefined: none yet. */
function skipLine(reader: LineReader, buffer: Buffer, position: number): number | undefined {
  for (let at = position; ; ) {
    const read = readInto(reader, buffer, 0, at)
    if (read === 0) return undefined
    const found = buffer.subarray(0, read).indexOf(LINE_END)
    if (found !== -1) return at + found + 1
    at += read
  }
}

function takeUnterminated(reader: LineReader, sink: TailSink, progress: Progress): void {
  const { to, maxLineBytes = DEFAULT_MAX_LINE_BYTES } = reader
  const start = progress.offset
  const bytes = to - start
  if (bytes <= 0 || bytes > maxLineBytes) return
  const line = Buffer.allocUnsafe(bytes)
  for (let filled = 0; filled < bytes; ) {
    const read = readInto(reader, line, filled, start + filled)
    if (read === 0) return
    filled += read
  }
  if (!isCompleteJson(line)) return
  progress.offset = progress.scannedTo = to
  progress.tookUnterminated = true
  sink.onLines(line, 0, bytes, start)
}

function isCompleteJson(line: Buffer): boolean {
  // A torn number is valid JSON on its own (12 of 123), so only a closed object or array counts.
  const last = line
    .toString('latin1', Math.max(0, line.length - 16))
    .trimEnd()
    .at(-1)
  if (last !== '}' && last !== ']') return false
  try {
    JSON.parse(line.toString('utf8'))
    return true
  } catch {
    return false
  }
}
