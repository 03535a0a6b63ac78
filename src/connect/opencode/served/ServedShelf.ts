import type { ChildMemory } from '../../../core/childMemory'
import { asObject, type Json } from '../../../core/readJson'
import type { StoreCursor, StoreRead, StoreSink } from '../../../core/sourceStore'
import { recordId } from '../store/recordBytes'
import type { SessionShelf, ShelfState, ShelvedSession } from '../store/SessionShelf'
import type { Inferred } from './inferredPlace'
import { RememberedPlaces } from './RememberedPlaces'
import { childNamedBy, readMessage, readPart, type Told } from './readTold'
import { ServedSession } from './ServedSession'

export interface ElsewhereSessions {
  /** The session lies in a place of this machine, which has more to say. */
  has(id: string): boolean
  /** Looks at those places now. */
  look(): void
}

/** What is kept of one server's conversations that no place of this machine has. */
export interface ServedCount {
  /** Sessions that are shown. */
  readonly shown: number
  /** Sessions that nobody has introduced: they are kept until somebody does. */
  readonly aside: number
  readonly asideRecords: number
  /** Sessions that are too many to be held. */
  readonly left: number
  /** Sessions that the server did not answer for: they are asked for again. */
  readonly unanswered: number
}

/** The sessions that only servers tell of. A class because what is told, what is shown and who named whom change together. */
export class ServedShelf implements SessionShelf {
  readonly prefix = 'servers/'
  readonly elsewhere: ElsewhereSessions
  readonly #onChange: (id: string) => void
  readonly #all = new Map<string, ServedSession>()
  readonly #shown = new Map<string, ShelvedSession>()
  /** Child → its parent, as a task says. */
  readonly #named = new Map<string, Inferred>()
  readonly #places: RememberedPlaces
  readonly #talks = new Set<Promise<void>>()
  #moment = 0

  constructor(onChange: (id: string) => void, elsewhere: ElsewhereSessions, memory: ChildMemory | null = null) {
    this.#onChange = onChange
    this.elsewhere = elsewhere
    const all = () => this.#all.values()
    this.#places = new RememberedPlaces(memory, { get: (id) => this.get(id), topOf: (id) => this.topOf(id), all })
  }

  get sessions(): ReadonlyMap<string, ShelvedSession> {
    return this.#shown
  }

  get state(): ShelfState {
    return { isThere: this.#shown.size > 0, isKnown: true, reason: null, failingSinceMs: 0 }
  }

  refresh(): void {
    // Servers speak for themselves.
  }

  refreshOne(): void {
    // As above.
  }

  read(id: string, cursor: StoreCursor | null, sink: StoreSink): StoreRead {
    return this.#all.get(id)?.read(cursor, sink) ?? { kind: 'gone' }
  }

  record(id: string, record: string): Uint8Array | null {
    return this.#all.get(id)?.record(record) ?? null
  }

  tail(id: string, limit: number, onRecord: StoreSink['onRecord']): void {
    this.#all.get(id)?.tail(limit, onRecord)
  }

  close(): void {
    this.#all.clear()
    this.#shown.clear()
  }

  /** Settles when whoever has begun to tell has told what there was. */
  async heard(): Promise<void> {
    await Promise.all(this.#talks)
  }

  /** Somebody begins to tell; `heard` waits for the answer to be called. */
  beginTalk(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#talks.add(promise)
    return () => {
      this.#talks.delete(promise)
      resolve()
    }
  }

  /** Taken before a question is put: what is heard after it is newer than the answer. */
  moment(): number {
    return this.#moment
  }

  get bytes(): number {
    let bytes = 0
    for (const one of this.#all.values()) bytes += one.bytes
    return bytes
  }

  get(id: string): ServedSession | null {
    return this.#all.get(id) ?? null
  }

  of(server: string): readonly ServedSession[] {
    return [...this.#all.values()].filter((one) => one.server === server)
  }

  count(server: string): ServedCount {
    const own = this.of(server)
    const aside = own.filter(({ id, info }) => info === null && !this.#shown.has(id))
    const asideRecords = aside.reduce((sum, { count }) => sum + count, 0)
    const unread = own.filter(({ info, isWhole }) => info !== null && !isWhole)
    const unanswered = unread.filter((one) => one.isUnanswered).length
    const shown = own.filter(({ id }) => this.#shown.has(id)).length
    return { shown, aside: aside.length, asideRecords, left: unread.length - unanswered, unanswered }
  }

  /** It is not shown before it is known. */
  meet(id: string, server: string, directory: string): ServedSession {
    const known = this.#all.get(id)
    if (known) {
      const isMoved = known.server !== server
      known.server = server
      if (isMoved) this.#recall(known)
      return known
    }
    const one = new ServedSession(id, server, directory)
    this.#all.set(id, one)
    const named = this.#named.get(id)
    for (const inferred of [named, this.#places.recall(one)]) if (inferred) one.infer(inferred)
    this.#placed(one)
    return one
  }

  /** Takes in what an event says. */
  hear(told: Told, server: string, directory: string | null): void {
    this.#moment++
    if (told.kind === 'session-gone') return this.drop(told.session)
    const one = this.meet(told.session, server, directory ?? '')
    one.heardAt = this.#moment
    if (tell(one, told, this.#moment)) this.settle(one)
    if (told.kind === 'session') this.#placed(one)
    if (told.kind === 'part') this.#hearTask(told.session, told.data)
  }

  /** Takes in the answer about a whole session. */
  answer(id: string, messages: readonly unknown[], askedAt: number): void {
    const one = this.#all.get(id)
    if (!one) return
    const keys = new Set<string>()
    let isNews = !one.isWhole
    for (const value of messages) {
      const message = readMessage(asObject(asObject(value)?.['info']) ?? {})
      if (!message || message.session !== id) continue
      keys.add(recordId.message(message.id))
      if (tell(one, message, askedAt)) isNews = true
      const parts = asObject(value)?.['parts']
      for (const data of Array.isArray(parts) ? parts : []) {
        const part = readPart(asObject(data) ?? {})
        if (!part) continue
        keys.add(recordId.part(part.id))
        if (tell(one, part, askedAt)) isNews = true
        this.#hearTask(id, part.data)
      }
    }
    if (one.keepOnly(keys, askedAt)) isNews = true
    one.isWhole = true
    if (isNews) this.settle(one)
  }

  /** Takes in its own word from a list. */
  introduce(one: ServedSession, info: Json, askedAt: number): void {
    if (one.tellSession(info, askedAt)) this.settle(one)
    this.#placed(one)
  }

  /** Takes in where others say that it belongs. */
  infer(one: ServedSession, inferred: Inferred): void {
    if (!one.infer(inferred)) return
    this.settle(one)
    this.#placed(one)
  }

  /** All that a server has in a folder, when it was asked: what it has no more is gone, unless it was heard of since. */
  keepListed(server: string, directory: string, listed: ReadonlySet<string>, askedAt: number): void {
    for (const one of this.of(server)) {
      const isGone = one.info !== null && one.directory === directory && !listed.has(one.id) && one.heardAt <= askedAt
      if (isGone) this.drop(one.id)
    }
    this.#places.listed(server, directory, listed)
  }

  /** What changed of it is told to whoever watches. */
  settle(one: ServedSession): void {
    // What was shown by the word of others must not hide its own until all the rest of it has come.
    if (this.#shown.has(one.id)) this.#show(one)
    else if (isReady(one)) this.#showFamily(one)
  }

  /** It was asked about, whatever came of it. */
  release(one: ServedSession): void {
    one.isAwaited = false
    this.#showFamily(one)
  }

  /** Its topmost ancestor, as far as it is known. */
  topOf(id: string): string {
    const seen = new Set([id])
    for (const top of seen) {
      const parent = this.#all.get(top)?.parent ?? null
      if (parent === null) return top
      seen.add(parent)
    }
    return id
  }

  /** All at once: a run without some of its agents says things of the others that are taken back. */
  #showFamily({ id }: ServedSession): void {
    const top = this.topOf(id)
    const members = [...this.#all.values()].filter((one) => !this.#shown.has(one.id) && this.topOf(one.id) === top)
    if (members.some(({ isAwaited }) => isAwaited)) return
    for (const one of members) if (isReady(one)) this.#show(one)
  }

  #show(one: ServedSession): void {
    this.#shown.set(one.id, one.shelve(this.prefix + one.id))
    this.#onChange(one.id)
  }

  drop(id: string): void {
    this.#all.delete(id)
    this.#named.delete(id)
    this.#places.drop(id)
    if (this.#shown.delete(id)) this.#onChange(id)
  }

  /** A place of this machine shows it now. */
  leave(id: string): void {
    if (this.#all.delete(id)) this.#places.leave(id)
    this.#shown.delete(id)
  }

  #hearTask(session: string, data: Json): void {
    const named = childNamedBy(data)
    if (!named) return
    // A fork copies its parts: the word of the one that made the child counts for more.
    if (named.parent === null && this.#named.has(named.child)) return
    const { type, title } = named
    const inferred: Inferred = { parent: named.parent ?? session, guess: null, type, title, remembered: null }
    this.#named.set(named.child, inferred)
    const child = this.#all.get(named.child)
    if (child) this.infer(child, inferred)
  }

  /** Its place is known: it is remembered, and so is that of those who were waiting for it. */
  #placed(one: ServedSession): void {
    this.#places.note(one)
    if (one.info === null && one.parent === null) return
    for (const child of this.#places.takeWaiting(one.id)) this.#recall(child)
  }

  #recall(one: ServedSession): void {
    const remembered = this.#places.recall(one)
    if (remembered && one.infer(remembered)) this.settle(one)
    this.#placed(one)
  }
}

/** False: who it is, or all of what it has said, is not known. */
function isReady({ info, parent, isWhole }: ServedSession): boolean {
  return info === null ? parent !== null : isWhole
}

function tell(one: ServedSession, told: Exclude<Told, { kind: 'session-gone' }>, heardAt: number): boolean {
  switch (told.kind) {
    case 'session':
      return one.tellSession(told.info, heardAt)
    case 'message':
      return one.tellMessage(told.id, told.data, heardAt)
    case 'message-gone':
      return one.removeMessage(told.id, heardAt)
    case 'part':
      return one.tellPart(told.id, told.message, told.data, heardAt)
    case 'part-gone':
      return one.removePart(told.id, heardAt)
    default:
      return told satisfies never
  }
}
