/**
 * The first marked byte in [from, end), or -1. `quotes`: bit i % 32 of word i >> 5 stands for byte i. A text of ten thousand bytes
 * is three hundred words, and most of a transcript is text.
 */
export function nextQuote(quotes: Int32Array, from: number, end: number): number {
  const last = (end - 1) >>> 5
  let at = from >>> 5
  if (at > last) return -1
  let word = quotes[at]! & (-1 << (from & 31))
  while (word === 0) {
    if (at === last) return -1
    word = quotes[++at]!
  }
  const found = (at << 5) + 31 - Math.clz32(word & -word)
  // What lies behind the end may be marks of another line, or of lines that were here before.
  return found < end ? found : -1
}
