import type { Bytes } from '../../framing/bytes'
import { gistHint } from './gistHint'
import { unescapeBytes } from './unescapeBytes'

const backslash = 92
const enoughUnits = 82

/** The hint of the JSON string whose text is [from, to): what `gistHint` makes of the decoded text. Null when it cannot be decoded. */
export function scanGistHint(bytes: Bytes, from: number, to: number): string | null {
  const near = from + enoughUnits < to ? from + enoughUnits : to
  let i = from
  while (i < near) {
    const c = bytes[i]!
    if (c === backslash && (bytes[i + 1] === 110 || bytes[i + 1] === 114)) return bytes.latin1Slice(from, min80(from, i))
    if (c === backslash || c < 32 || c >= 128) return decodedHint(bytes, from, to)
    i++
  }
  return bytes.latin1Slice(from, min80(from, i))
}

function min80(from: number, to: number): number {
  return to - from > 80 ? from + 80 : to
}

/**
 * Decodes no more than the hint can need, so that a text of megabytes costs nothing. The cut lies before an ASCII or lead byte and
 * never inside an escape: there, UTF-8 decoding starts afresh, and the decoded piece is a prefix of the decoded text.
 */
function decodedHint(bytes: Bytes, from: number, to: number): string | null {
  let i = from
  for (let units = 0; i < to && units < enoughUnits; units++) {
    const c = bytes[i]!
    if (c === backslash) i += bytes[i + 1] === 117 ? 6 : 2
    else i++
    while (i < to && c >= 128 && (bytes[i]! & 0xc0) === 0x80) i++
  }
  const text = unescapeBytes(bytes, from, i < to ? i : to)
  return text === null ? null : gistHint(text)
}
