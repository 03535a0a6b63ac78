import { crc32 } from 'node:zlib'
import { asId, asObject, type Json } from '../../../core/readJson'
import type { StoreCursor, StoreRead, StoreSink } from '../../../core/sourceStore'
import { recordBytes, recordId } from '../store/recordBytes'
import type { ShelvedSession } from '../store/SessionShelf'
import { type Inferred, inferredRecord, isBetter } from './inferredPlace'
import { timeOf } from './timeOf'

/** One record as it was last told. */
interface HeldRecord {
  readonly id: string
  /** The message it is, or is part of; empty: the session itself. */
  readonly message: string
  readonly key: string
  readonly created: number
  readonly at: number
  readonly json: Buffer
  /** Which word of the server it is: what was heard after a question is newer than the answer. */
  readonly heardAt: number
  readonly revision: number
}

/** How far a session was read. */
class ServedCursor implements StoreCursor {
  readonly kind = 'store-cursor'
  readonly epoch: number
  readonly revision: number

  constructor(epoch: number, revision: number) {
    this.epoch = epoch
    this.revision = revision
  }
}

/** One session as servers told it: a record for each message and part, however often it is told. A class because records, sums and numbers change together. */
export class ServedSession {
  readonly id: string
  /** The one that spoke of it last. */
  server: string
  directory: string
  info: Json | null = null
  #inferred: Inferred | null = null
  /** All that the server knows of it has been told. */
  isWhole = false
  /** The server was asked for all of it and did not answer. */
  isUnanswered = false
  /** It is being asked about: its family is shown when the answer has come. */
  isAwaited = false
  /** Which word about it was the last; 0: it was only asked about. */
  heardAt = 0
  readonly #records = new Map<string, HeldRecord>()
  /** Parts without a time whose message has not come. */
  readonly #untimed = new Map<string, Telling>()
  /** Records that were taken away, and when. */
  readonly #removed = new Map<string, number>()
  #revision = 0
  #epoch = 1
  #bytes = 0
  #digest = 0

  constructor(id: string, server: string, directory: string) {
    this.id = id
    this.server = server
    this.directory = directory
  }

  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#records.size
  }

  get parent(): string | null {
    return this.info === null ? (this.#inferred?.parent ?? null) : asId(this.info['parentID'])
  }

  get isGuessed(): boolean {
    return this.inferred?.guess != null
  }

  /** Null: it speaks for itself, or nothing is known of its place. */
  get inferred(): Inferred | null {
    return this.info === null ? this.#inferred : null
  }

  /** When it began, by its own words; NaN: nothing says so. */
  get createdAt(): number {
    const own = timeOf(asObject(this.info?.['time'])?.['created'])
    if (!Number.isNaN(own)) return own
    let first = Number.NaN
    // Parts do not say when they were made.
    for (const { created } of this.#records.values()) if (created > 0 && !(created >= first)) first = created
    return first
  }

  get updatedAt(): number {
    return timeOf(asObject(this.info?.['time'])?.['updated'])
  }

  /** True: something is new. */
  tellSession(info: Json, heardAt: number): boolean {
    const known = this.#records.get(recordId.session(this.id))
    if (this.info !== null && known && known.heardAt > heardAt) return false
    // What was only thought of it must leave no trace.
    if (this.#inferred !== null) this.#beginAnew()
    this.#inferred = null
    this.info = info
    this.directory = asId(info['directory']) ?? this.directory
    return this.#put({ kind: 'session', id: this.id, message: '', data: info, heardAt })
  }

  /** A better word replaces a worse one, until the session speaks for itself. */
  infer(inferred: Inferred): boolean {
    const known = this.#inferred
    if (this.info !== null || (known !== null && !isBetter(inferred, known))) return false
    if (known !== null) this.#beginAnew()
    this.#inferred = inferred
    const data = inferredRecord(this.id, this.directory, inferred)
    this.#put({ kind: 'session', id: this.id, message: '', data, heardAt: 0 })
    return true
  }

  tellMessage(id: string, data: Json, heardAt: number): boolean {
    return this.#put({ kind: 'message', id, message: id, data, heardAt })
  }

  tellPart(id: string, message: string, data: Json, heardAt: number): boolean {
    return this.#put({ kind: 'part', id, message, data, heardAt })
  }

  removeMessage(id: string, heardAt: number): boolean {
    const gone = [...this.#records.values()].filter((one) => one.message === id)
    return this.#remove([recordId.message(id), ...gone.map(({ key }) => key)], heardAt)
  }

  removePart(id: string, heardAt: number): boolean {
    return this.#remove([recordId.part(id)], heardAt)
  }

  /** The whole of it was told in answer to a question: what is not in there is gone, unless it was heard of since. */
  keepOnly(keys: ReadonlySet<string>, askedAt: number): boolean {
    const gone = [...this.#records.values()].filter((one) => one.message !== '' && one.heardAt <= askedAt && !keys.has(one.key))
    return this.#remove(
      gone.map(({ key }) => key),
      askedAt,
    )
  }

  shelve(path: string): ShelvedSession {
    let latest = 0
    for (const { at } of this.#records.values()) if (at > latest) latest = at
    return {
      id: this.id,
      parent: this.parent,
      directory: this.directory,
      title: typeof this.info?.['title'] === 'string' ? this.info['title'] : '',
      path,
      // By what it says, not by how often it was told: whoever came late sees the same stamps.
      size: this.#bytes + this.#records.size,
      mtimeMs: Math.floor(latest) + (this.#digest % 997) / 1000,
      ino: this.#epoch,
    }
  }

  read(cursor: StoreCursor | null, sink: StoreSink): StoreRead {
    const known = cursor instanceof ServedCursor && cursor.epoch === this.#epoch ? cursor : null
    if (cursor !== null && known === null) sink.onReplaced()
    const news = known
      ? [...this.#records.values()].filter(({ revision }) => revision > known.revision).sort((a, b) => a.revision - b.revision)
      : this.#inOrder()
    for (const { key, json } of news) sink.onRecord(key, json)
    return { kind: 'read', cursor: new ServedCursor(this.#epoch, this.#revision), isComplete: true }
  }

  record(key: string): Uint8Array | null {
    return this.#records.get(key)?.json ?? null
  }

  tail(limit: number, onRecord: StoreSink['onRecord']): void {
    for (const { key, json } of this.#inOrder().slice(-limit)) onRecord(key, json)
  }

  /** The session, then messages as they were begun, each followed by its parts. */
  #inOrder(): HeldRecord[] {
    const begun = (one: HeldRecord): number => this.#records.get(recordId.message(one.message))?.created ?? one.created
    const rank = ({ key, message }: HeldRecord): number => (message === '' ? 0 : key === recordId.message(message) ? 1 : 2)
    return [...this.#records.values()].sort(
      (a, b) =>
        Number(a.message !== '') - Number(b.message !== '') ||
        begun(a) - begun(b) ||
        compare(a.message, b.message) ||
        rank(a) - rank(b) ||
        compare(a.id, b.id),
    )
  }

  #put({ kind, id, message, data, heardAt }: Telling): boolean {
    const key = recordId[kind](id)
    const known = this.#records.get(key)
    if ((known && known.heardAt > heardAt) || (this.#removed.get(key) ?? -1) > heardAt) return false
    const time = asObject(data['time'])
    const state = asObject(asObject(data['state'])?.['time'])
    const named = [
      time?.['created'],
      time?.['start'],
      time?.['completed'],
      time?.['end'],
      time?.['updated'],
      state?.['start'],
      state?.['end'],
    ]
    const own = Math.max(0, ...named.map(timeOf).filter((one) => !Number.isNaN(one)))
    // Some parts bear no time of their own: they are as old as their message, which may come later.
    const at = own || (this.#records.get(recordId.message(message))?.created ?? 0)
    const created = timeOf(time?.['created']) || 0
    // An answer names the same things in another order than an event.
    const sorted = Object.fromEntries(Object.entries(data).sort(([a], [b]) => compare(a, b)))
    const json = recordBytes(kind, at, Buffer.from(JSON.stringify(sorted)))
    if (known?.json.equals(json)) {
      this.#records.set(key, { ...known, heardAt })
      return false
    }
    this.#forget(known)
    this.#records.set(key, { id, message, key, created, at, json, heardAt, revision: ++this.#revision })
    this.#bytes += json.length
    this.#digest = (this.#digest + crc32(json)) % DIGESTS
    if (kind === 'part' && at === 0) this.#untimed.set(key, { kind, id, message, data, heardAt })
    else this.#untimed.delete(key)
    if (kind === 'message') for (const one of [...this.#untimed.values()]) if (one.message === id) this.#put(one)
    return true
  }

  #remove(keys: readonly string[], heardAt: number): boolean {
    let isGone = false
    for (const key of keys) {
      this.#removed.set(key, heardAt)
      this.#forget(this.#records.get(key))
      this.#untimed.delete(key)
      isGone = this.#records.delete(key) || isGone
    }
    if (isGone) this.#beginAnew()
    return isGone
  }

  #forget(known: HeldRecord | undefined): void {
    if (!known) return
    this.#bytes -= known.json.length
    this.#digest = (this.#digest - crc32(known.json) + DIGESTS) % DIGESTS
  }

  #beginAnew(): void {
    this.#epoch++
  }
}

interface Telling {
  readonly kind: 'session' | 'message' | 'part'
  readonly id: string
  readonly message: string
  readonly data: Json
  readonly heardAt: number
}

/** Sums of checksums stay below it, whatever their order. */
const DIGESTS = 2 ** 32

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
