import { lost, type ScanGistWalk } from './scanGistWalk'
import { ScanGistWords } from './scanGistWords'
import { unescapeBytes } from './unescapeBytes'

const quote = 34
const backslash = 92
const longestRemembered = 200

/** One for all: a word is the same text under every key. */
const words = new ScanGistWords()

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
    if (walk.bytes[at] === quote) return this.read(walk, at + 1)
    this.text = null
    return walk.stepOver(at)
  }

  /** Puts the string whose text begins at `from` into `text` and returns the offset behind its closing quote, or `lost`. */
  read(walk: ScanGistWalk, from: number): number {
    const bytes = walk.bytes
    const seen = this.seen
    const length = this.seenLength
    let i = 0
    while (i < length && bytes[from + i] === seen[i]) i++
    if (i === length && bytes[from + i] === quote) {
      this.text = this.remembered
      return from + i + 1
    }
    return this.readNew(walk, from)
  }

  /** Copies what it reads at once, so that the text need not be walked a second time to be remembered. */
  private readNew(walk: ScanGistWalk, from: number): number {
    const { bytes, end } = walk
    const seen = this.seen
    const stop = end - from > longestRemembered ? from + longestRemembered : end
    let high = 0
    let i = from
    this.seenLength = -1
    while (i < stop) {
      const c = bytes[i]!
      if (c === quote) {
        this.text = high < 128 ? words.read(bytes, from, i) : bytes.utf8Slice(from, i)
        this.remembered = this.text
        this.seenLength = i - from
        return i + 1
      }
      if (c === backslash || c < 32) break
      seen[i - from] = c
      high |= c
      i++
    }
    return this.readOdd(walk, from)
  }

  /** Escaped, very long, or cut off. */
  private readOdd(walk: ScanGistWalk, from: number): number {
    const stop = walk.stringEnd(from)
    this.text = stop === -1 ? null : unescapeBytes(walk.bytes, from, stop)
    return this.text === null ? lost : stop + 1
  }
}
