import type { Bytes } from '../../framing/bytes'
import { nextQuote } from '../../framing/nextQuote'
import { scanGistStringEnd } from './scanGistStringEnd'

const quote = 34
const comma = 44
const colon = 58
const backslash = 92
const openBrace = 123
const closeBrace = 125

const noBytes: Bytes = { length: 0, indexOf: () => -1, lastIndexOf: () => -1, latin1Slice: () => '', utf8Slice: () => '' }

/** What a step returns when it cannot go on: the line is not compact JSON, or must be parsed in full. */
export const lost = -1

/**
 * Steps over compact JSON (as JSON.stringify writes it) from token to token. Every method takes the offset of a token and returns
 * the offset behind what it read, or `lost`. Whitespace between tokens and escapes in keys are never written by the CLI: lost.
 */
export class ScanGistWalk {
  bytes: Bytes = noBytes
  end = 0
  keyFrom = 0
  keyTo = 0
  private quotes: Int32Array | null = null

  startLine(bytes: Bytes, end: number): void {
    this.bytes = bytes
    this.quotes = bytes.quotes ?? null
    this.end = end
  }

  /** A reader outlives the buffers of its files. */
  release(): void {
    this.bytes = noBytes
    this.quotes = null
  }

  /** Reads `"key":` into keyFrom and keyTo; returns where its value begins. */
  key(at: number): number {
    const bytes = this.bytes
    if (bytes[at] !== quote) return lost
    let i = at + 1
    while (i < this.end) {
      const c = bytes[i]
      if (c === quote) break
      if (c === backslash) return lost
      i++
    }
    if (bytes[i + 1] !== colon) return lost
    this.keyFrom = at + 1
    this.keyTo = i
    return i + 2
  }

  /** Steps over any value. */
  stepOver(at: number): number {
    const bytes = this.bytes
    const c = bytes[at]
    if (c === quote) return this.stringEnd(at + 1) + 1 || lost
    if (c === openBrace || c === 91) return this.skipNested(at)
    return this.skipScalar(at)
  }

  /** The closing quote of the string whose text begins at `from`, or -1. */
  stringEnd(from: number): number {
    const quotes = this.quotes
    return quotes === null ? scanGistStringEnd(this.bytes, from, this.end) : nextQuote(quotes, from, this.end)
  }

  isTrue(at: number): boolean {
    const bytes = this.bytes
    return bytes[at] === 116 && bytes[at + 1] === 114 && bytes[at + 2] === 117 && bytes[at + 3] === 101
  }

  private skipNested(from: number): number {
    const bytes = this.bytes
    const end = this.end
    let depth = 0
    let i = from
    while (i < end) {
      const c = bytes[i]!
      if (c === quote) {
        i = this.stringEnd(i + 1) + 1
        // A line torn inside a string and joined to the next record closes that string before a letter.
        if (i === 0 || !isAfterString(bytes[i]!)) return lost
        continue
      }
      if (c === openBrace || c === 91) depth++
      else if (c === closeBrace || c === 93) {
        if (--depth === 0) return i + 1
      }
      i++
    }
    return lost
  }

  /** A number, true, false or null. */
  private skipScalar(from: number): number {
    const bytes = this.bytes
    let i = from
    while (i < this.end) {
      const c = bytes[i]!
      if (c === comma || c === closeBrace || c === 93) break
      // Every byte of a scalar is a sign, a point, a digit or a letter; a space or a quote here is a line we do not understand.
      if (c < 43 || c > 122) return lost
      i++
    }
    return i === from ? lost : i
  }
}

function isAfterString(c: number): boolean {
  return c === comma || c === colon || c === closeBrace || c === 93
}
