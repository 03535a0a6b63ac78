import type { ItemBody } from '../../core/itemBody'
import type { Provider } from '../../core/provider'
import type { SourceStore } from '../../core/sourceStore'
import type { RecordIds } from '../RecordIds'
import type { RecordPlace } from '../transcriptIndex'
import type { TranscriptRecords } from './TranscriptRecords'

/** The records of one conversation in a store, each as it is at this moment. */
export class StoredRecords implements TranscriptRecords {
  private readonly parsed = new Map<number, unknown>()
  private readonly items = new Map<number, readonly ItemBody[]>()
  private readonly provider: Provider
  private readonly store: SourceStore
  private readonly path: string
  private readonly ids: RecordIds

  constructor(provider: Provider, store: SourceStore, path: string, ids: RecordIds) {
    this.provider = provider
    this.store = store
    this.path = path
    this.ids = ids
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
    let value: unknown = null
    try {
      const bytes = this.bytesAt(place)
      value = bytes === null ? null : JSON.parse(bytes.utf8Slice())
    } catch {
      // What is no JSON is a hole.
    }
    this.parsed.set(place.offset, value)
    return value
  }

  bytesAt({ offset }: RecordPlace): Buffer | null {
    const id = this.ids.idOf(offset)
    const bytes = id === null ? null : this.store.record(this.path, id)
    return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  prefetch(): void {
    // Each record is looked up by its id; there is no stretch to read at once.
  }

  forget(): void {
    this.parsed.clear()
    this.items.clear()
  }

  close(): void {
    // The store belongs to the place and outlives a reading.
  }
}
