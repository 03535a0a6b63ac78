import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemBody } from '../../core/itemBody'
import type { Provider, SourceSpec } from '../../core/provider'
import type { RecordPlace } from '../transcriptIndex'
import { unpack } from '../unpack'
import type { TranscriptRecords } from './TranscriptRecords'

/** One transcript's records at known places. Opened when the first is asked for; blocks of one record lie in one line. */
export class RecordFile implements TranscriptRecords {
  private readonly parsed = new Map<number, unknown>()
  private readonly items = new Map<number, readonly ItemBody[]>()
  private readonly path: string
  private readonly provider: Provider
  private handle: number | null = null
  private readonly isPacked: boolean
  private stretch: Buffer = NOTHING
  private stretchFrom = 0

  constructor(root: string, path: string, provider: Provider, packed?: SourceSpec['packed']) {
    this.path = join(root, path)
    this.provider = provider
    this.isPacked = packed !== undefined
  }

  itemsAt(place: RecordPlace): readonly ItemBody[] {
    let items = this.items.get(place.offset)
    if (!items) {
      items = this.provider.readItems(this.recordAt(place))
      this.items.set(place.offset, items)
    }
    return items
  }

  recordAt(place: RecordPlace): unknown {
    if (this.parsed.has(place.offset)) return this.parsed.get(place.offset)
    const bytes = this.bytesAt(place)
    let value: unknown = null
    try {
      value = bytes === null ? null : JSON.parse(bytes.utf8Slice())
    } catch {
      // What is no JSON is a hole.
    }
    this.parsed.set(place.offset, value)
    return value
  }

  bytesAt({ offset, length }: RecordPlace): Buffer | null {
    if (this.isPacked) this.unpackOnce()
    const at = offset - this.stretchFrom
    if (at >= 0 && at + length <= this.stretch.length) return this.stretch.subarray(at, at + length)
    const bytes = this.read(offset, length)
    return bytes !== null && bytes.length === length ? bytes : null
  }

  /** Reads what lies around several records at once, where that is not far more than the records themselves. */
  prefetch(from: number, to: number): void {
    if (this.isPacked || to - from > LONGEST_STRETCH) return
    this.stretch = this.read(from, to - from) ?? NOTHING
    this.stretchFrom = from
  }

  forget(): void {
    this.parsed.clear()
    this.items.clear()
  }

  close(): void {
    if (this.handle !== null && this.handle !== NO_HANDLE) closeSync(this.handle)
    this.handle = NO_HANDLE
  }

  /** Cold and seldom opened: whole, for the question that is asked, if it asks for records at all. */
  private unpackOnce(): void {
    if (this.handle !== null) return
    this.handle = NO_HANDLE
    const bytes = unpack(this.path)
    this.stretch = bytes.ok ? bytes.value : NOTHING
  }

  private read(offset: number, length: number): Buffer | null {
    this.handle ??= openFile(this.path)
    if (this.handle === NO_HANDLE) return null
    try {
      const buffer = Buffer.allocUnsafe(length)
      return buffer.subarray(0, readSync(this.handle, buffer, 0, length, offset))
    } catch {
      return null
    }
  }
}

const NOTHING = Buffer.alloc(0)
const NO_HANDLE = -1
const LONGEST_STRETCH = 1 << 20

function openFile(path: string): number {
  try {
    return openSync(path, 'r')
  } catch {
    return NO_HANDLE
  }
}
