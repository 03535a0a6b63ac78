import { join } from 'node:path'
import type { StoreCursor, StoreRead, StoreSink } from '../../../core/sourceStore'
import { documentsIn, namesIn, readDocument, stampOf, wordsAt } from './documents'
import { readStorage } from './readStorage'
import { recordId } from './recordBytes'
import type { SessionShelf, ShelfState, ShelvedSession } from './SessionShelf'
import { readStorageRecord, readStorageSession, storageDocuments, WRITING_MS } from './storageRecords'
import { storageStamp } from './storageStamp'

/** Sessions that are looked at whenever we look: the latest, and of those that were written within `LIVELY_MS` so many each time, in turns. */
const LATEST = 4
const MOST = 16
const LIVELY_MS = 600_000
/** All others: no more often than this, and for at most this share of the time. */
const SWEEP_MS = 2000
const SWEEP_SHARE = 50
/** The same where a folder changed. */
const NEWS_SHARE = 10
const FOLDERS = ['session', 'message', 'part']
const NO_FOLDERS = FOLDERS.map(() => 0).join(' ')
/** The latest of a storage where nobody writes. */
const CALM_MS = 1000
/** Two writings within this may bear the same time: a session written just now is told once more. */
const SETTLE_MS = 30
/** After this a session that is no JSON is left to the sweeps. */
const PENDING_MS = 5000

interface StorageSession extends ShelvedSession {
  readonly file: string
  /** Of the session's document and of its folder of messages. */
  readonly shallow: string
}

/** The sessions of releases before 1.2, a document for everything. A class because the map and the times of looking change together. */
export class StorageShelf implements SessionShelf {
  readonly prefix = 'storage/session/'
  readonly #storage: string
  readonly #onChange: (id: string) => void
  readonly #isElsewhere: (id: string) => boolean
  readonly #sessions = new Map<string, StorageSession>()
  /** Sessions to be told again, and when. */
  readonly #unsettled = new Map<string, number>()
  /** Documents of sessions that were half written. */
  readonly #pending = new Map<string, { readonly file: string; readonly path: string; readonly sinceMs: number }>()
  #folders = ''
  #sweepAt = 0
  #newsAt = 0
  #projects: readonly string[] = []
  #calmAt = 0
  /** Newest first, and all that are lively. */
  #latest: readonly string[] = []
  #turn = 0

  /** `isElsewhere`: the session was imported into a database, which is newer then. */
  constructor(root: string, onChange: (id: string) => void, isElsewhere: (id: string) => boolean) {
    this.#storage = join(root, 'storage')
    this.#onChange = onChange
    this.#isElsewhere = isElsewhere
  }

  get sessions(): ReadonlyMap<string, ShelvedSession> {
    return this.#sessions
  }

  get state(): ShelfState {
    return { isThere: this.#sessions.size > 0, isKnown: true, reason: null, failingSinceMs: 0 }
  }

  /** Folders that announce new sessions and messages; parts and what is written in place come without a word. */
  announcers(): readonly string[] {
    const projects = namesIn(join(this.#storage, 'session')).map((name) => join(this.#storage, 'session', name))
    return projects.length === 0 ? [] : [join(this.#storage, 'session'), join(this.#storage, 'part'), ...projects]
  }

  refresh(isThorough: boolean): void {
    const now = Date.now()
    const folders = [...FOLDERS, ...this.#projects].map((name) => stampOf(join(this.#storage, name))?.mtimeMs ?? 0).join(' ')
    if (folders === NO_FOLDERS && this.#sessions.size === 0) return
    const isNews = folders !== this.#folders
    if (isThorough || now >= this.#sweepAt || (isNews && now >= this.#newsAt)) {
      this.#folders = folders
      this.#sweep()
      const took = Date.now() - now
      this.#sweepAt = now + Math.max(SWEEP_MS, SWEEP_SHARE * took)
      this.#newsAt = now + NEWS_SHARE * took
    }
    this.#lookAtLatest(now)
  }

  refreshOne(id: string): void {
    const session = this.#sessions.get(id)
    if (session) this.#look(id, session.file, session.path, true)
  }

  read(id: string, cursor: StoreCursor | null, sink: StoreSink): StoreRead {
    const session = this.#sessions.get(id)
    if (!session) return { kind: 'gone' }
    const reading = readStorage(this.#storage, session.file, id, cursor, sink)
    switch (reading.kind) {
      case 'read':
        if (!reading.isWhole) this.#unsettled.set(id, Date.now() + WRITING_MS + SETTLE_MS)
        return { kind: 'read', cursor: reading.cursor, isComplete: true }
      case 'half-written':
        this.#unsettled.set(id, Date.now() + SETTLE_MS)
        return { kind: 'unreadable', reason: 'is being written' }
      case 'gone':
        return { kind: 'gone' }
      default:
        return reading satisfies never
    }
  }

  record(id: string, record: string): Uint8Array | null {
    const session = this.#sessions.get(id)
    if (!session) return null
    if (record === recordId.session(id)) return readStorageSession(session.file)
    const document = storageDocuments(this.#storage, id).find((one) => one.record === record)
    return (document && readStorageRecord(document)?.json) ?? null
  }

  tail(id: string, limit: number, onRecord: StoreSink['onRecord']): void {
    const session = this.#sessions.get(id)
    if (!session) return
    const records: [string, Uint8Array][] = []
    readStorage(this.#storage, session.file, id, null, {
      onReplaced: () => undefined,
      onRecord: (record, json) => records.push([record, json]),
    })
    for (const [record, json] of records.slice(-limit)) onRecord(record, json)
  }

  close(): void {
    // Nothing is held open.
  }

  #sweep(): void {
    const there = new Set<string>()
    const projects = namesIn(join(this.#storage, 'session'))
    this.#projects = projects.map((name) => join('session', name))
    for (const project of projects) {
      const folder = join(this.#storage, 'session', project)
      for (const id of documentsIn(folder)) {
        if (this.#isElsewhere(id)) continue
        there.add(id)
        this.#look(id, join(folder, `${id}.json`), `${this.prefix}${project}/${id}.json`, false)
      }
    }
    for (const id of [...this.#sessions.keys()]) if (!there.has(id)) this.#drop(id)
    const since = Date.now() - LIVELY_MS
    const byTime = [...this.#sessions.values()].sort((a, b) => b.mtimeMs - a.mtimeMs)
    this.#latest = byTime.filter(({ mtimeMs }, at) => at < MOST || mtimeMs > since).map(({ id }) => id)
  }

  #lookAtLatest(now: number): void {
    const isCalm = now < this.#calmAt
    if (!isCalm) this.#calmAt = now + CALM_MS
    for (const [at, id] of this.#due()) {
      const session = this.#sessions.get(id)
      if (!session) continue
      const isLively = now - session.mtimeMs < LIVELY_MS
      if (isLively || (at < LATEST && !isCalm) || this.#unsettled.has(id)) this.#look(id, session.file, session.path, true)
    }
    for (const [id, { file, path, sinceMs }] of [...this.#pending]) {
      this.#pending.delete(id)
      this.#look(id, file, path, true)
      if (this.#pending.has(id) && now - sinceMs < PENDING_MS) this.#pending.set(id, { file, path, sinceMs })
      else this.#pending.delete(id)
    }
    for (const [id, dueMs] of this.#unsettled) {
      if (now < dueMs) continue
      this.#unsettled.delete(id)
      this.#onChange(id)
    }
  }

  /** The newest always, of the others the next in turn: what is written in place comes without any other sign. */
  #due(): readonly (readonly [number, string])[] {
    const all = [...this.#latest.entries()]
    const others = all.slice(MOST)
    if (this.#turn >= others.length) this.#turn = 0
    const next = others.slice(this.#turn, this.#turn + MOST)
    this.#turn += MOST
    return [...all.slice(0, MOST), ...next]
  }

  /** `isDeep`: also where neither the session nor its list of messages changed. */
  #look(id: string, file: string, path: string, isDeep: boolean): void {
    const known = this.#sessions.get(id)
    const stamp = stampOf(file)
    if (!stamp) return this.#drop(id)
    const messages = stampOf(join(this.#storage, 'message', id))
    const shallow = `${stamp.mtimeMs} ${stamp.sizeBytes} ${messages?.mtimeMs}`
    if (known && known.shallow === shallow && known.file === file && !isDeep) return
    const isSame = known?.shallow.startsWith(`${stamp.mtimeMs} ${stamp.sizeBytes} `) && known.file === file
    const head = isSame ? known : headOf(readDocument(file)?.parsed)
    if (!head) {
      this.#pending.set(id, { file, path, sinceMs: Date.now() })
      return
    }
    const deep = storageStamp(this.#storage, id)
    const session: StorageSession = {
      id,
      parent: head.parent,
      directory: head.directory,
      title: head.title,
      path,
      size: stamp.sizeBytes + deep.size,
      mtimeMs: Math.floor(Math.max(stamp.mtimeMs, deep.mtimeMs)),
      ino: stamp.ino,
      file,
      shallow,
    }
    if (known && known.size === session.size && known.mtimeMs === session.mtimeMs && known.shallow === shallow) return
    if (Date.now() - session.mtimeMs < SETTLE_MS) this.#unsettled.set(id, Date.now() + SETTLE_MS)
    this.#sessions.set(id, session)
    this.#onChange(id)
  }

  #drop(id: string): void {
    if (this.#sessions.delete(id)) this.#onChange(id)
  }
}

/** Null: half written. */
function headOf(parsed: unknown): Pick<ShelvedSession, 'parent' | 'directory' | 'title'> | null {
  if (wordsAt(parsed, 'id') === null) return null
  return {
    parent: wordsAt(parsed, 'parentID'),
    directory: wordsAt(parsed, 'directory') ?? '',
    title: wordsAt(parsed, 'title') ?? '',
  }
}
