import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { splitLines } from '../../../core/framing/splitLines'

/** While an agent writes, most readings find a few hundred bytes. */
const SMALL_BYTES = 4 * 1024
const PIECE_BYTES = 256 * 1024
/** No line that tells of agents comes near it. */
const LONGEST_LINE = 64 * 1024 * 1024

export interface StreamPlace {
  readonly ino: number
  /** Of the first byte that no line was made of yet. */
  readonly offset: number
}

export interface StreamSink {
  /** The file is another one, or shorter than it was. */
  readonly onReplaced: () => void
  /** The bytes are used again as soon as this returns. */
  readonly onLine: (offset: number, line: Uint8Array) => void
}

export type StreamRead =
  | { readonly kind: 'read'; readonly place: StreamPlace; readonly isComplete: boolean }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Complete lines of a growing file from a place on. A piece is always read before `shouldYield` is asked. */
export function readStream(path: string, from: StreamPlace | null, sink: StreamSink, shouldYield: () => boolean): StreamRead {
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : { kind: 'unreadable', reason: code }
  }
  try {
    const { ino, size } = fstatSync(handle)
    const isReplaced = from !== null && (from.ino !== ino || from.offset > size)
    if (isReplaced) sink.onReplaced()
    const offset = isReplaced ? 0 : (from?.offset ?? 0)
    const bytes = Math.min(PIECE_BYTES, Math.max(SMALL_BYTES, size - offset))
    return readOn(handle, { ino, offset }, Buffer.allocUnsafe(bytes), sink, shouldYield)
  } finally {
    closeSync(handle)
  }
}

function readOn(
  handle: number,
  { ino, offset: from }: StreamPlace,
  piece: Buffer,
  { onLine }: StreamSink,
  shouldYield: () => boolean,
): StreamRead {
  let buffer = piece
  let offset = from
  let held = 0
  for (;;) {
    const read = readSync(handle, buffer, held, buffer.length - held, offset + held)
    held += read
    if (read === 0) return { kind: 'read', place: { ino, offset }, isComplete: true }
    const end = splitLines(buffer, 0, held, (start, stop) => onLine(offset + start, buffer.subarray(start, stop)))
    buffer.copyWithin(0, end, held)
    offset += end
    held -= end
    if (held < buffer.length) {
      if (shouldYield() && end > 0) return { kind: 'read', place: { ino, offset }, isComplete: false }
    } else if (held <= LONGEST_LINE) buffer = Buffer.concat([buffer], buffer.length * 2)
    else {
      // What is left of it begins like no line of the protocol.
      offset += held
      held = 0
    }
  }
}
