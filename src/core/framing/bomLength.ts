import type { Bytes } from './bytes'

/** 3 when the bytes, which must be a file's first, begin with a UTF-8 byte order mark, else 0. Editors add one; JSON.parse refuses it. */
export function bomLength(bytes: Bytes, length: number): 0 | 3 {
  return length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}
