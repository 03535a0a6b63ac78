import type { Bytes } from '../../framing/bytes'
import { lost, type ScanGistWalk } from './scanGistWalk'

const mostRemembered = 256
const longestRemembered = 48
const places = 64

/** A key that was met, and the two that last came behind it. */
interface SeenKey {
  /** `"key":` */
  readonly bytes: Uint8Array
  readonly code: number
  next: SeenKey | null
  other: SeenKey | null
}

/**
 * Reads the keys of one kind of object and says which of the wanted ones each is. Records of a version have their keys in one
 * order, so the key that came behind this one last time is compared first: finding a key's end and its meaning is then one step.
 */
export class ScanGistKeys {
  /** Index of the key last read among the wanted ones, or -1. */
  code = -1
  private readonly walk: ScanGistWalk
  private readonly wanted: readonly string[]
  private readonly seen = new Map<string, SeenKey>()
  /** The same keys by a few of their bytes: where neither prediction holds, no string need be made of one to know it. */
  private readonly near: (SeenKey | undefined)[] = Array.from({ length: places })
  private readonly first: SeenKey = { bytes: new Uint8Array(0), code: -1, next: null, other: null }
  private last: SeenKey = this.first

  constructor(walk: ScanGistWalk, wanted: readonly string[]) {
    this.walk = walk
    this.wanted = wanted
  }

  /** Call before the first key of an object. */
  start(): void {
    this.last = this.first
  }

  /** Reads `"key":` at `at`; returns where its value begins. */
  read(bytes: Bytes, at: number): number {
    const last = this.last
    const next = last.next
    if (next !== null && isKeyAt(bytes, at, next.bytes)) return this.take(next, at)
    const other = last.other
    if (other !== null && isKeyAt(bytes, at, other.bytes)) return this.take(other, at)
    return this.readNew(bytes, at)
  }

  private take(key: SeenKey, at: number): number {
    this.last = key
    this.code = key.code
    return at + key.bytes.length
  }

  private readNew(bytes: Bytes, at: number): number {
    const value = this.walk.key(at)
    if (value === lost) return lost
    const place = (value - at + bytes[at + 1]! * 5 + bytes[value - 3]! * 3) & (places - 1)
    const near = this.near[place]
    const key = near && at + near.bytes.length === value && isKeyAt(bytes, at, near.bytes) ? near : this.find(bytes, at, value)
    this.near[place] = key
    this.code = key.code
    // An unremembered key has no bytes to compare: as a prediction it would match anything.
    if (key.bytes.length > 0) {
      this.last.other = this.last.next
      this.last.next = key
    }
    this.last = key
    return value
  }

  private find(bytes: Bytes, at: number, value: number): SeenKey {
    const word = bytes.latin1Slice(at + 1, value - 2)
    return this.seen.get(word) ?? this.remember(bytes, at, value, word)
  }

  private remember(bytes: Bytes, from: number, to: number, word: string): SeenKey {
    const isKept = this.seen.size < mostRemembered && to - from <= longestRemembered
    const copy = new Uint8Array(isKept ? to - from : 0)
    for (let i = 0; i < copy.length; i++) copy[i] = bytes[from + i]!
    const key: SeenKey = { bytes: copy, code: this.wanted.indexOf(word), next: null, other: null }
    if (isKept) this.seen.set(word, key)
    return key
  }
}

function isKeyAt(bytes: Bytes, at: number, key: Uint8Array): boolean {
  const length = key.length
  for (let i = 0; i < length; i++) if (bytes[at + i] !== key[i]) return false
  return true
}
