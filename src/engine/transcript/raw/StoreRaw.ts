import { asObject, parseJson } from '../../../core/readJson'
import type { SourceStore, StoreCursor } from '../../../core/sourceStore'
import type { SourceTail } from '../../sourceTail'
import type { RecordPlace } from '../../transcriptIndex'
import { nextRevision, type RawList } from './RawList'

interface Heard {
  bytes: number
  /** A reader of the transcript would see something of it. */
  mayBeItem: boolean
}

/** Of a conversation in a store: its records have no lines, and each may become part of an item as it is written on. */
export class StoreRaw implements RawList {
  revision = nextRevision()
  readonly isStored = true
  isComplete = false
  private readonly tail: SourceTail
  private readonly thread: string
  private readonly store: SourceStore
  private cursor: StoreCursor | null = null
  /** In the order in which they were heard of first, which is the store's own for all that was there. */
  private readonly heard = new Map<string, Heard>()
  private ids: string[] = []
  private raws: number[] = []
  private befores: number[] = []
  private stamp = ''

  constructor(tail: SourceTail, thread: string, store: SourceStore) {
    this.tail = tail
    this.thread = thread
    this.store = store
  }

  get total(): number {
    return this.raws.length
  }

  look(shouldStop: () => boolean, isLive: boolean): void {
    let isNew = false
    const sink = {
      onReplaced: (): void => {
        this.heard.clear()
        this.ids = []
        isNew = true
      },
      onRecord: (id: string, json: Uint8Array): void => {
        this.hear(id, json)
        isNew = true
      },
    }
    let isWhole = false
    do {
      const reading = this.store.read(this.tail.origin.path, this.cursor, sink, shouldStop)
      if (reading.kind === 'gone') sink.onReplaced()
      this.cursor = reading.kind === 'read' ? reading.cursor : null
      isWhole = reading.kind !== 'read' || reading.isComplete
    } while (!isWhole && !shouldStop())
    this.isComplete = isWhole
    const own = this.tail.items?.get(this.thread)
    const stamp = `${own?.total ?? 0} ${isLive}`
    // In the middle of a reading what belongs to an item is known, what is new stands at the end.
    if (isNew || stamp !== this.stamp) this.list(isLive)
    this.stamp = stamp
  }

  beforeOf(raw: number): number {
    return this.befores[raw] ?? 0
  }

  placeOf(raw: number): RecordPlace {
    const offset = this.raws[raw] ?? 0
    return { offset, length: this.heard.get(this.ids[offset] ?? '')?.bytes ?? 0 }
  }

  at(offset: number): number | null {
    const raw = this.raws.indexOf(offset)
    return raw < 0 ? null : raw
  }

  storedAt(raw: number): Uint8Array | null {
    const id = this.ids[this.raws[raw] ?? -1]
    return id === undefined ? null : this.store.record(this.tail.origin.path, id)
  }

  private hear(id: string, json: Uint8Array): void {
    const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).utf8Slice()
    const record = asObject(parseJson(text))
    const mayBeItem = record !== null && this.tail.origin.place.provider.readItems(record).length > 0
    if (!this.heard.has(id)) this.ids.push(id)
    this.heard.set(id, { bytes: json.length, mayBeItem })
  }

  /** What may still become an item while somebody writes it is not shown before it has. */
  private list(isLive: boolean): void {
    const claimed = this.claims()
    const raws: number[] = []
    const befores: number[] = []
    let before = 0
    this.ids.forEach((id, number) => {
      const item = claimed.get(id)
      if (item !== undefined) before = Math.max(before, item + 1)
      else if (!isLive || this.heard.get(id)?.mayBeItem !== true) {
        raws.push(number)
        befores.push(before)
      }
    })
    const isSame = this.raws.every((raw, i) => raws[i] === raw && befores[i] === this.befores[i])
    if (!isSame) this.revision = nextRevision()
    this.raws = raws
    this.befores = befores
  }

  /** By record: the last of its items. */
  private claims(): ReadonlyMap<string, number> {
    const claimed = new Map<string, number>()
    const own = this.tail.items?.get(this.thread)
    for (let n = 0; own && n < own.total; n++) {
      const id = own.recordIds?.idOf(own.recordOf(n).offset)
      if (id != null) claimed.set(id, n)
    }
    return claimed
  }
}
