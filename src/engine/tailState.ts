import { crc32 } from 'node:zlib'

/** Where reading of one file stands. Plain data: it may be stored and given back after a restart. */
export interface TailState {
  /** First byte not handed over yet: the start of the first incomplete line. */
  readonly offset: number
  /** Everything before it is known to hold no line end after `offset`; saves re-reading a long line that is still being written. */
  readonly scannedTo: number
  readonly ino: number
  readonly dev: number
  readonly size: number
  readonly mtimeMs: number
  readonly headCheck: HeadCheck
  /** The last line was taken without its line end, because its writer was gone. */
  readonly tookUnterminated: boolean
}

/** Tells a rewritten file from a grown one where inode and size do not. */
export interface HeadCheck {
  readonly bytes: number
  readonly checksum: number
}

export const HEAD_BYTES = 1024

export const NEW_TAIL: TailState = {
  offset: 0,
  scannedTo: 0,
  ino: 0,
  dev: 0,
  size: 0,
  mtimeMs: 0,
  headCheck: { bytes: 0, checksum: 0 },
  tookUnterminated: false,
}

export function checkHead(head: Uint8Array): HeadCheck {
  return { bytes: head.length, checksum: crc32(head) }
}
