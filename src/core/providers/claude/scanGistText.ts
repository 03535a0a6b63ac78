import type { Bytes } from '../../framing/bytes'
import { scanGistStringEnd } from './scanGistStringEnd'
import { lost, type ScanGistWalk } from './scanGistWalk'
import { unescapeBytes } from './unescapeBytes'

const quote = 34
const backslash = 92
const longestRemembered = 200

/**
 * Reads the strings of one key. The last one is remembered, because the next line mostly says the same: comparing bytes costs
 * as much as looking for the closing quote, and a session's ids and paths are one string each instead of one per line.
 */
export class ScanGistText {
  private readonly seen = new Uint8Array(longestRemembered)
  private seenLength = -1
  text: string | null = null
  private remembered: string | null = null

  /** Reads the value at `at`: its text, or null when it is no string. Returns the offset behind it. */
  readValue(walk: ScanGistWalk, at: number): number {
    if (walk.bytes[at] === quote) return this.read(walk.bytes, at + 1, walk.end)
    this.text = null
    return walk.stepOver(at)
  }

  /** Puts the string whose text begins at `from` into `text` and returns the offset behind its closing quote, or `lost`. */
  read(bytes: Bytes, from: number, end: number): number {
    const seen = this.seen
    const length = this.seenLength
    let i = 0
    while (i < length && bytes[from + i] === seen[i]) i++
    if (i === length && bytes[from + i] === quote) {
      this.text = this.remembered
      return from + i + 1
    }
    return this.readNew(bytes, from, end)
  }

  /** Copies what it reads at once, so that the text need not be walked a second time to be remembered. */
  private readNew(bytes: Bytes, from: number, end: number): number {
    const seen = this.seen
    const stop = end - from > longestRemembered ? from + longestRemembered : end
    let high = 0
    let i = from
    this.seenLength = -1
    while (i < stop) {
      const c = bytes[i]!
      if (c === quote) {
        this.text = high < 128 ? bytes.latin1Slice(from, i) : bytes.utf8Slice(from, i)
        this.remembered = this.text
        this.seenLength = i - from
        return i + 1
      }
      if (c === backslash || c < 32) break
      seen[i - from] = c
      high |= c
      i++
    }
    return this.readOdd(bytes, from, end)
  }

  /** Escaped, very long, or cut off. */
  private readOdd(bytes: Bytes, from: number, end: number): number {
    const stop = scanGistStringEnd(bytes, from, end)
    this.text = stop === -1 ? null : unescapeBytes(bytes, from, stop)
    return this.text === null ? lost : stop + 1
  }
}
