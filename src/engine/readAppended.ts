import type { Stats } from 'node:fs'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Result } from '../shared/result'
import { fail, ok } from '../shared/result'
import { readLines } from './readLines'
import type { HeadCheck, TailState } from './tailState'
import { checkHead, HEAD_BYTES, NEW_TAIL } from './tailState'
import { errorCode, isMissingCode } from './walkRoot'

export interface TailSink {
  /** What was known of this file no longer holds; its lines come anew, from the first. */
  readonly onReplaced?: (why: ReplacedBecause) => void
  /** Complete lines in buffer[start..end), the last byte a line end (or the file's end, see acceptUnterminatedJson).
   *  The buffer is used again as soon as this returns: copy what is kept. */
  readonly onLines: (buffer: Buffer, start: number, end: number, fileOffset: number) => void
  /** A line longer than `maxLineBytes` was passed over. */
  readonly onSkipped?: (fileOffset: number, bytes: number) => void
}

export interface TailOptions {
  /** Only for a file whose writer is gone: takes a last line without line end if it is complete JSON. */
  readonly acceptUnterminatedJson?: boolean
  /** Asked after every chunk of complete lines; true: stop here, the rest at the next call. */
  readonly shouldYield?: () => boolean
  readonly signal?: AbortSignal
  readonly maxLineBytes?: number
}

export type ReplacedBecause = 'other_inode' | 'shrunk' | 'head_differs' | 'line_moved'

export type TailOutcome =
  /** `isComplete` false: stopped early, call again with the new state. */
  | {
      readonly kind: 'unchanged' | 'grown' | 'replaced'
      readonly state: TailState
      readonly isComplete: boolean
      readonly pendingBytes: number
    }
  | { readonly kind: 'gone'; readonly state: TailState }
  | { readonly kind: 'unreadable'; readonly state: TailState; readonly reason: string }

/** Reads what was appended since `state`. Holds the file open only while it reads, takes no lock, never throws for what it finds. */
export function readAppended(state: TailState, path: string, sink: TailSink, options: TailOptions = {}): TailOutcome {
  let handle: number
  try {
    // Non-blocking, or a named pipe among the files would stop the whole engine; regular files do not care.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return failed(state, errorCode(error))
  }
  try {
    const looked = look(handle, state)
    if (!looked.ok) return failed(state, looked.failure)
    return readOpened(handle, looked.value, state, sink, options)
  } finally {
    closeSync(handle)
  }
}

interface Look {
  readonly stats: Stats
  readonly why: ReplacedBecause | undefined
  /** Null: nothing is known of the file yet, so its head comes with its first lines and need not be read apart. */
  readonly headCheck: HeadCheck | null
}

/** All questions to the file come before its first line goes out: a drive that fails later must not cost us the offset reached. */
function look(handle: number, state: TailState): Result<Look, string> {
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return fail('not_a_file')
    if (isUnknown(state)) return ok({ stats, why: undefined, headCheck: null })
    return ok({ stats, why: replacedBecause(handle, stats, state), headCheck: headOf(handle, headBytes(stats)) })
  } catch (error) {
    return fail(errorCode(error))
  }
}

function readOpened(
  handle: number,
  { stats, why, headCheck }: Look,
  state: TailState,
  sink: TailSink,
  options: TailOptions,
): TailOutcome {
  if (why) sink.onReplaced?.(why)
  const from = why ? NEW_TAIL : state
  let met = headCheck
  const onHead = (head: Buffer): void => {
    met ??= checkHead(head.subarray(0, headBytes(stats)))
  }
  const reached = readLines({ ...options, handle, from: from.offset, scannedTo: from.scannedTo, to: stats.size, onHead }, sink)
  // Not even its head: nothing of it is known any better than before.
  if (reached.failure !== null && met === null) return failed(state, reached.failure)
  const { ino, dev, size, mtimeMs } = stats
  const { offset, scannedTo } = reached
  const tookUnterminated = reached.tookUnterminated || (from.tookUnterminated && offset === from.offset)
  const next: TailState = { offset, scannedTo, ino, dev, size, mtimeMs, headCheck: met ?? NO_HEAD, tookUnterminated }
  if (reached.failure !== null) return { kind: 'unreadable', state: next, reason: reached.failure }
  const kind = why ? 'replaced' : offset > from.offset || size > from.size ? 'grown' : 'unchanged'
  return { kind, state: next, isComplete: reached.isComplete, pendingBytes: size - offset }
}

function isUnknown(state: TailState): boolean {
  return state === NEW_TAIL || (state.ino === 0 && state.offset === 0 && state.size === 0)
}

function headBytes({ size }: Stats): number {
  return Math.min(HEAD_BYTES, size)
}

function replacedBecause(handle: number, stats: Stats, state: TailState): ReplacedBecause | undefined {
  if (stats.ino !== state.ino || stats.dev !== state.dev) return 'other_inode'
  // Against the size last seen, not the offset: a cut inside the incomplete last line is a replacement too.
  if (stats.size < state.size) return 'shrunk'
  const isSame = stats.size === state.size && stats.mtimeMs === state.mtimeMs
  if (isSame) return undefined
  if (headOf(handle, state.headCheck.bytes).checksum !== state.headCheck.checksum) return 'head_differs'
  return isLineStart(handle, state, stats.size) ? undefined : 'line_moved'
}

/** Truncated and grown again past our offset, with the same head: then our offset is most likely inside a line. */
function isLineStart(handle: number, state: TailState, size: number): boolean {
  if (state.offset === 0) return true
  if (!state.tookUnterminated) return byteAt(handle, state.offset - 1) === LINE_END
  if (size === state.offset) return true
  const next = byteAt(handle, state.offset)
  return next === LINE_END || next === CARRIAGE_RETURN
}

const NO_HEAD: HeadCheck = checkHead(new Uint8Array(0))
const LINE_END = 10
const CARRIAGE_RETURN = 13

function byteAt(handle: number, position: number): number | undefined {
  const one = Buffer.allocUnsafe(1)
  return readSync(handle, one, 0, 1, position) === 1 ? one[0] : undefined
}

function headOf(handle: number, bytes: number): HeadCheck {
  const head = Buffer.allocUnsafe(bytes)
  const read = bytes === 0 ? 0 : readSync(handle, head, 0, bytes, 0)
  return checkHead(head.subarray(0, read))
}

function failed(state: TailState, code: string): TailOutcome {
  return isMissingCode(code) ? { kind: 'gone', state } : { kind: 'unreadable', state, reason: code }
}
