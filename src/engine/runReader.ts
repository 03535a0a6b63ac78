import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { AgentEvent } from '../core/event'
import { bomLength } from '../core/framing/bomLength'
import { splitLines } from '../core/framing/splitLines'
import type { LineSketch } from '../core/itemBody'
import { applyTo, resetSource, setUnread } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { SourceSpec } from '../core/provider'
import { readAppended } from './readAppended'
import { readSmallFile } from './readSmallFile'
import { readStored } from './readStored'
import type { SourcePlace } from './sourcePlace'
import { addSketch, newTail, noteProblem, noteUnreadable, restartTail, type SourceOrigin, type SourceTail } from './sourceTail'
import { NEW_TAIL } from './tailState'
import { NO_ITEMS, type TranscriptIndex } from './transcriptIndex'
import { unpack } from './unpack'

/** Side files are a few hundred bytes; more than this is not one. */
const SIDE_FILE_LIMIT = 4 * 1024 * 1024

export interface ReadOptions {
  /** The writer is gone: a last line without its line end is all there will be. */
  readonly isFinished: boolean
  readonly shouldYield?: () => boolean
}

/** Reads one run's files into the forest, each from where it stopped the last time. */
export interface RunReader {
  readonly run: Run
  readonly tails: ReadonlyMap<string, SourceTail>
  /** False: stopped early, call again. */
  read(path: string, spec: SourceSpec, options: ReadOptions): boolean
  /** Takes in a source of another run, whose agents then are this run's too. Returns its name, to be read by. */
  invite(origin: SourceOrigin, spec: SourceSpec): string
  forget(path: string): void
  /** The items of one thread in one file, as far as it has been read. */
  items(path: string, thread: string): TranscriptIndex
}

/** Somewhere a long reading stopped early. */
export function isPartlyRead({ tails }: RunReader): boolean {
  for (const { isPartial } of tails.values()) if (isPartial) return true
  return false
}

/** `withItems`: transcripts of this run will be opened, so their places are kept along. */
export interface ReaderOptions {
  readonly withItems: boolean
}

export function openRunReader(place: SourcePlace, run: Run, { withItems }: ReaderOptions = { withItems: false }): RunReader {
  const tails = new Map<string, SourceTail>()
  const tailOf = (path: string, spec: SourceSpec): SourceTail => {
    let tail = tails.get(path)
    if (!tail) {
      tail = newTail({ place, path, run: run.id }, spec, withItems)
      tails.set(path, tail)
    }
    return tail
  }
  return {
    run,
    tails,
    read: (path, spec, options) => readSource(run, path, tailOf(path, spec), options),
    invite(origin, spec) {
      const name = `${origin.place.provider.id}:${origin.path}`
      if (!tails.has(name)) tails.set(name, newTail(origin, spec, withItems))
      return name
    },
    forget(path) {
      tails.delete(path)
      resetSource(run, path)
    },
    items: (path, thread) => tails.get(path)?.items?.get(thread) ?? NO_ITEMS,
  }
}

function readSource(run: Run, path: string, tail: SourceTail, options: ReadOptions): boolean {
  const { spec, origin } = tail
  switch (spec.format) {
    case 'whole':
      return readWhole(run, path, tail)
    case 'lines':
      return spec.packed ? readPacked(run, path, tail) : readLines(run, path, tail, options)
    case 'records':
      return origin.place.store ? readStored(origin.place.store, run, path, tail, options) : true
    default:
      return spec.format satisfies never
  }
}

/** Where the source lies in the file system. */
function fileOf({ origin }: SourceTail): string {
  return join(origin.place.root, origin.path)
}

function readLines(run: Run, path: string, tail: SourceTail, options: ReadOptions): boolean {
  const outcome = readAppended(
    tail.state,
    fileOf(tail),
    {
      onReplaced: () => restartTail(run, path, tail),
      onLines: (buffer, start, end, fileOffset) => decodeLines(run, path, tail, { buffer, start, end, fileOffset }),
      onSkipped: (offset, bytes) => {
        tail.line++
        const message = `a line of ${bytes} bytes at byte ${offset} is too long to be read`
        applyTo(run, path, { kind: 'problem', code: 'line_too_long', message }, tail.line)
      },
    },
    { acceptUnterminatedJson: options.isFinished, ...(options.shouldYield ? { shouldYield: options.shouldYield } : {}) },
  )
  tail.state = outcome.state
  switch (outcome.kind) {
    case 'gone':
      restartTail(run, path, tail)
      tail.state = NEW_TAIL
      return true
    case 'unreadable':
      noteUnreadable(run, path, tail, outcome.reason)
      return true
    case 'unchanged':
    case 'grown':
    case 'replaced':
      setUnread(run, path, null)
      tail.pendingBytes = outcome.pendingBytes
      if (options.isFinished && outcome.isComplete) finish(run, path, tail)
      return outcome.isComplete
    default:
      return outcome satisfies never
  }
}

function finish(run: Run, path: string, tail: SourceTail): void {
  tail.decoder.finish?.((event) => applyTo(run, path, event, tail.line))
}

/** Written once and read once: a packed file does not grow. */
function readPacked(run: Run, path: string, tail: SourceTail): boolean {
  const bytes = unpack(fileOf(tail))
  if (!bytes.ok && bytes.failure === 'gone') resetSource(run, path)
  else if (!bytes.ok) noteUnreadable(run, path, tail, bytes.failure)
  else {
    if (tail.line > 0) restartTail(run, path, tail)
    setUnread(run, path, null)
    decodeLines(run, path, tail, { buffer: bytes.value, start: 0, end: bytes.value.length, fileOffset: 0 })
    finish(run, path, tail)
  }
  return true
}

interface Chunk {
  readonly buffer: Buffer
  readonly start: number
  readonly end: number
  /** Where it begins in the file. */
  readonly fileOffset: number
}

/** What the decoder calls is made once for a chunk: made for each line, it would be a tenth of the work. */
function decodeLines(run: Run, path: string, tail: SourceTail, { buffer, start, end, fileOffset }: Chunk): void {
  const { items } = tail
  let offset = 0
  let length = 0
  const onEvent = (event: AgentEvent): void => applyTo(run, path, event, tail.line)
  const onSketch = (sketch: LineSketch): void => addSketch(tail, sketch, { offset, length, line: tail.line })
  const first = fileOffset === 0 ? start + bomLength(buffer.subarray(start, end), end - start) : start
  const isText = isUtf8(buffer.subarray(first, end))
  const decode = (from: number, to: number): void => {
    tail.line++
    if (to <= from) return
    offset = fileOffset + (from - start)
    length = to - from
    const reason = tail.decoder.line(buffer, from, to, onEvent, items ? onSketch : undefined)
    if (reason !== null) noteProblem(run, path, tail, 'bad_json', reason)
    else if (!isText && !isUtf8(buffer.subarray(from, to)))
      noteProblem(run, path, tail, 'bad_utf8', 'bytes that are not UTF-8 are shown as \ufffd')
  }
  const rest = splitLines(buffer, first, end, decode)
  // The last line of a finished file may lack its line end; the tail has made sure that it is whole.
  if (rest < end) decode(rest, end)
}

/** Only a whole document replaces what was known: a file caught half-written says nothing yet. */
function readWhole(run: Run, path: string, tail: SourceTail): boolean {
  const read = readSmallFile(fileOf(tail), SIDE_FILE_LIMIT)
  if (!read.ok) {
    if (read.failure.kind === 'gone') resetSource(run, path)
    else if (read.failure.kind === 'unreadable') noteUnreadable(run, path, tail, read.failure.reason)
    else noteUnreadable(run, path, tail, `${read.failure.sizeBytes} bytes, far more than a side file has`)
    return true
  }
  setUnread(run, path, null)
  const { ino, dev, size, mtimeMs } = read.value.identity
  tail.state = { ...NEW_TAIL, ino, dev, size, mtimeMs }
  const events: Parameters<typeof applyTo>[2][] = []
  const reason = tail.decoder.whole(read.value.text, (event) => events.push(event))
  if (reason !== null) {
    if (!run.sources.has(path)) applyTo(run, path, { kind: 'problem', code: 'bad_json', message: reason }, 1)
    return true
  }
  resetSource(run, path)
  for (const event of events) applyTo(run, path, event, 1)
  return true
}
