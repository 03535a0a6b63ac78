import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { AgentEvent } from '../core/event'
import { bomLength } from '../core/framing/bomLength'
import { splitLines } from '../core/framing/splitLines'
import type { LineSketch } from '../core/itemBody'
import { applyTo, resetSource, restartSource, setUnread } from '../core/model/forest'
import type { Run } from '../core/model/run'
import type { Decoder, Provider, SourceSpec } from '../core/provider'
import { readAppended } from './readAppended'
import { readSmallFile } from './readSmallFile'
import { NEW_TAIL, type TailState } from './tailState'
import { NO_ITEMS, TranscriptColumns, type TranscriptIndex } from './transcriptIndex'

/** Side files are a few hundred bytes; more than this is not one. */
const SIDE_FILE_LIMIT = 4 * 1024 * 1024

interface SourceTail {
  readonly spec: SourceSpec
  state: TailState
  decoder: Decoder
  line: number
  pendingBytes: number
  /** Items by thread; null where nobody will ask for them. */
  items: Map<string, TranscriptColumns> | null
}

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
  forget(path: string): void
  /** The items of one thread in one file, as far as it has been read. */
  items(path: string, thread: string): TranscriptIndex
}

/** `withItems`: transcripts of this run will be opened, so their places are kept along. */
export interface ReaderOptions {
  readonly withItems: boolean
}

export function openRunReader(
  provider: Provider,
  root: string,
  run: Run,
  { withItems }: ReaderOptions = { withItems: false },
): RunReader {
  const tails = new Map<string, SourceTail>()
  const tailOf = (path: string, spec: SourceSpec): SourceTail => {
    let tail = tails.get(path)
    if (!tail) {
      tail = {
        spec,
        state: NEW_TAIL,
        decoder: provider.openDecoder(spec, run.id),
        line: 0,
        pendingBytes: 0,
        items: withItems ? new Map() : null,
      }
      tails.set(path, tail)
    }
    return tail
  }
  return {
    run,
    tails,
    read(path, spec, options) {
      const tail = tailOf(path, spec)
      return spec.format === 'whole' ? readWhole(run, root, path, tail) : readLines(provider, run, root, path, tail, options)
    },
    forget(path) {
      tails.delete(path)
      resetSource(run, path)
    },
    items: (path, thread) => tails.get(path)?.items?.get(thread) ?? NO_ITEMS,
  }
}

function readLines(provider: Provider, run: Run, root: string, path: string, tail: SourceTail, options: ReadOptions): boolean {
  const outcome = readAppended(
    tail.state,
    join(root, path),
    {
      onReplaced: () => restart(provider, run, path, tail),
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
      restart(provider, run, path, tail)
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
      return outcome.isComplete
    default:
      return outcome satisfies never
  }
}

/** What the file said before counts no more. */
function restart(provider: Provider, run: Run, path: string, tail: SourceTail): void {
  restartSource(run, path)
  tail.decoder = provider.openDecoder(tail.spec, run.id)
  tail.line = 0
  tail.items?.clear()
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
  const onSketch = (sketch: LineSketch): void => itemsOf(items, sketch.thread)?.add(sketch, { offset, length, line: tail.line })
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

function noteProblem(run: Run, path: string, tail: SourceTail, code: string, message: string): void {
  applyTo(run, path, { kind: 'problem', code, message }, tail.line)
}

function itemsOf(items: Map<string, TranscriptColumns> | null, thread: string): TranscriptColumns | undefined {
  const known = items?.get(thread)
  if (known || !items) return known
  const columns = new TranscriptColumns()
  items.set(thread, columns)
  return columns
}

/** Only a whole document replaces what was known: a file caught half-written says nothing yet. */
function readWhole(run: Run, root: string, path: string, tail: SourceTail): boolean {
  const read = readSmallFile(join(root, path), SIDE_FILE_LIMIT)
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

function noteUnreadable(run: Run, path: string, tail: SourceTail, reason: string): void {
  const { role, agent, project } = tail.spec
  // A side file says something about an agent; it does not hold its words.
  setUnread(run, path, { thread: role === 'side' ? '' : (agent ?? run.id), project, reason, line: tail.line })
}
