import type { Bytes } from '../../framing/bytes'

const quote = 34
const backslash = 92
const nearBytes = 96
const denseBytes = 512

/**
 * The closing quote of the JSON string whose text begins at `from`, or -1. Short strings and text full of escaped quotes are
 * walked byte by byte, the rest by native search: a search costs as much as 60 steps. Looking for longer needles (`","`, `"}`)
 * was tried: native search stops at every quote as well, and two of them are slower than the walk.
 */
export function scanGistStringEnd(bytes: Bytes, from: number, end: number): number {
  const near = from + nearBytes < end ? from + nearBytes : end
  let i = from
  while (i < near) {
    const c = bytes[i]
    if (c === quote) return i
    i += c === backslash ? 2 : 1
  }
  return i < end ? farEnd(bytes, i, end) : -1
}

function farEnd(bytes: Bytes, from: number, end: number): number {
  let i = from
  while (i < end) {
    const stop = bytes.indexOf(quote, i)
    if (stop === -1 || stop >= end) return -1
    if (!isEscaped(bytes, stop, i)) return stop
    const isDense = stop - i < nearBytes
    i = stop + 1
    const walkTo = isDense && i + denseBytes < end ? i + denseBytes : i
    while (i < walkTo) {
      const c = bytes[i]
      if (c === quote) return i
      i += c === backslash ? 2 : 1
    }
  }
  return -1
}

/** `floor` is the start of a character of the text, so backslashes before it belong to others. */
function isEscaped(bytes: Bytes, at: number, floor: number): boolean {
  let i = at
  while (i > floor && bytes[i - 1] === backslash) i--
  return ((at - i) & 1) === 1
}
