const LOOKED_AT = 4096
const NEWLINE = 0x0a
const ESC = 0x1b

/** What came behind a gap, from the first place where neither a letter nor a sequence is cut in two. */
export function afterGap(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, LOOKED_AT)
  const line = head.indexOf(NEWLINE)
  const sequence = head.indexOf(ESC)
  const starts = [line < 0 ? -1 : line + 1, sequence].filter((at) => at >= 0)
  if (starts.length > 0) return bytes.subarray(Math.min(...starts))
  // The rest of a letter that began before.
  const letter = head.findIndex((byte) => byte < 0x80 || byte >= 0xc0)
  return bytes.subarray(Math.max(0, letter))
}
