import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { bomLength } from '../../../core/framing/bomLength'
import type { SourceTail } from '../../sourceTail'
import type { RecordPlace } from '../../transcriptIndex'
import { unpack } from '../../unpack'
import { ClaimedPlaces } from './ClaimedPlaces'
import { RawColumns } from './RawColumns'
import { nextRevision, type RawList } from './RawList'

const PIECE_BYTES = 1 << 20
const LINE_END = 10
const RETURN = 13

/** Of a file of lines: what lies between the lines that items are made of. */
export class FileRaw implements RawList {
  revision = nextRevision()
  readonly isStored = false
  private readonly tail: SourceTail
  private readonly thread: string
  private columns = new RawColumns()
  private claims = new ClaimedPlaces()
  /** Claimed places that were not come by yet. */
  private claimed = new Set<number>()
  private seenTo = 0
  private lineStart = 0
  private endsInReturn = false
  /** Items of its own thread before the line. */
  private items = 0
  /** It can be read no further; asked again when it has grown. */
  private stuckAt = -1
  /** Of a packed one: how long it is, once it was opened. */
  private packedEnd = Number.POSITIVE_INFINITY

  constructor(tail: SourceTail, thread: string) {
    this.tail = tail
    this.thread = thread
  }

  get total(): number {
    return this.columns.total
  }

  get isComplete(): boolean {
    return this.seenTo >= this.end() || this.stuckAt === this.end()
  }

  look(shouldStop: () => boolean): void {
    this.takeClaims()
    if (this.isComplete) return
    const source = this.open()
    try {
      while (source && this.seenTo < this.end()) {
        const bytes = source.read(this.seenTo, Math.min(PIECE_BYTES, this.end() - this.seenTo))
        if (bytes.length === 0) break
        this.takePiece(bytes)
        // A packed one would be unpacked as a whole for each piece.
        if (!this.tail.spec.packed && shouldStop()) return
      }
      if (this.seenTo < this.end()) this.stuckAt = this.end()
    } finally {
      source?.close()
    }
  }

  beforeOf(raw: number): number {
    return this.columns.beforeOf(raw)
  }

  placeOf(raw: number): RecordPlace {
    return this.columns.placeOf(raw)
  }

  at(offset: number): number | null {
    return this.columns.at(offset)
  }

  storedAt(): undefined {
    return undefined
  }

  /** As far as it has been decoded: what lies behind is not known to be part of an item or not. */
  private end(): number {
    return this.tail.spec.packed ? this.packedEnd : this.tail.state.offset
  }

  private takeClaims(): void {
    const places = this.claims.takeNew(this.tail.items?.values() ?? [])
    // An answer that was nobody's has its call now.
    if (places.some((place) => place < this.lineStart && this.columns.at(place) !== null)) {
      this.beginAnew()
      return
    }
    for (const place of places) if (place >= this.lineStart) this.claimed.add(place)
  }

  private beginAnew(): void {
    this.revision = nextRevision()
    this.columns = new RawColumns()
    this.claims = new ClaimedPlaces()
    this.seenTo = 0
    this.lineStart = 0
    this.items = 0
    this.claimed = new Set(this.claims.takeNew(this.tail.items?.values() ?? []))
  }

  /** The middle of a line is passed over: however long it is, only where it begins and ends matters. */
  private takePiece(bytes: Buffer): void {
    const from = this.seenTo
    if (from === 0) this.lineStart = bomLength(bytes, bytes.length)
    for (let at = 0, stop = bytes.indexOf(LINE_END); stop !== -1; at = stop + 1, stop = bytes.indexOf(LINE_END, at)) {
      const hasReturn = stop > 0 ? bytes[stop - 1] === RETURN : this.endsInReturn
      this.takeLine(from + stop - (hasReturn ? 1 : 0))
      this.lineStart = from + stop + 1
    }
    this.seenTo = from + bytes.length
    this.endsInReturn = bytes.at(-1) === RETURN
    if (this.seenTo < this.end()) return
    // The last line of a file whose writer is gone may lack its end.
    this.takeLine(this.seenTo)
    this.lineStart = this.seenTo
  }

  private takeLine(end: number): void {
    const offset = this.lineStart
    if (end <= offset || this.claimed.delete(offset)) return
    const own = this.tail.items?.get(this.thread)
    while (own && this.items < own.total && own.recordOf(this.items).offset < offset) this.items++
    this.columns.add({ offset, length: end - offset }, this.items)
  }

  private open(): Bytes | null {
    const path = join(this.tail.origin.place.root, this.tail.origin.path)
    if (!this.tail.spec.packed) return openFile(path)
    const unpacked = unpack(path)
    this.packedEnd = unpacked.ok ? unpacked.value.length : 0
    return unpacked.ok ? { read: (from, length) => unpacked.value.subarray(from, from + length), close: () => undefined } : null
  }
}

interface Bytes {
  /** Fewer where the file ends before. */
  read(from: number, length: number): Buffer
  close(): void
}

function openFile(path: string): Bytes | null {
  try {
    const handle = openSync(path, 'r')
    const read = (from: number, length: number): Buffer => {
      const bytes = Buffer.allocUnsafe(length)
      try {
        return bytes.subarray(0, readSync(handle, bytes, 0, length, from))
      } catch {
        return bytes.subarray(0, 0)
      }
    }
    return { read, close: () => closeSync(handle) }
  } catch {
    return null
  }
}
