import type { StoreCursor, StoreRead, StoreSink } from '../../../core/sourceStore'
import { DatabaseReach, type Reach, type Reached } from './DatabaseReach'
import type { ReadOnlyDatabase } from './readOnlyDatabase'
import { readRecord, readTail } from './readRecords'
import { readStoredSession } from './readStoredSession'
import type { SessionShelf, ShelfState, ShelvedSession } from './SessionShelf'
import { newestRow, readSessionRow, readSessionRows, type SessionRow } from './sessionRows'
import { TableEnds } from './TableEnds'
import { TableSums } from './TableSums'

/** Sessions without a log that are asked for their newest rows whenever something was committed. */
const WARM = 16
/** How many times as long as it took nothing is loaded again, unless somebody asks for the whole list. */
const LOAD_SHARE = 5
/** Counting is dear where there are many. */
const COUNT_MS = 300

interface KnownSession extends ShelvedSession, Pick<SessionRow, 'updated' | 'seq' | 'newest'> {}

/** The sessions of one database. A class because the map, the ends and the versions must agree with one another. */
export class DatabaseShelf implements SessionShelf {
  readonly prefix: string
  readonly #reach: DatabaseReach
  readonly #onChange: (id: string) => void
  #sessions = new Map<string, KnownSession>()
  readonly #warm = new Map<string, number>()
  #ends: TableEnds | null = null
  #identity = 0
  #version = ''
  readonly #sums = new TableSums()
  #loadAt = 0
  /** The versions at which sessions were counted and summed up, and when they may be counted again. */
  #counted = ''
  #summed = ''
  #countAt = 0
  /** Asked for while nothing could be read: they are told of as soon as it can. */
  readonly #refused = new Set<string>()
  #isKnown = false
  #reason: string | null = null
  #failingSinceMs = 0

  /** `name`: the file's, as its paths begin. */
  constructor(path: string, name: string, onChange: (id: string) => void) {
    this.prefix = `${name}/`
    this.#reach = new DatabaseReach(path)
    this.#onChange = onChange
  }

  get sessions(): ReadonlyMap<string, ShelvedSession> {
    return this.#sessions
  }

  get state(): ShelfState {
    return { isThere: this.#identity !== 0, isKnown: this.#isKnown, reason: this.#reason, failingSinceMs: this.#failingSinceMs }
  }

  refresh(isThorough: boolean): void {
    const changed: string[] = []
    const reached = this.#reach.use((database, reach) => this.#update(database, reach, isThorough, changed))
    this.#note(reached)
    if (reached.kind === 'reached') {
      for (const id of this.#refused) changed.push(id)
      this.#refused.clear()
    }
    for (const id of changed) this.#onChange(id)
  }

  refreshOne(id: string): void {
    this.refresh(false)
    if (this.#sessions.get(id)?.seq !== null) return
    const reached = this.#reach.use((database, { identity }) => this.#restamp(database, id, identity))
    if (reached.kind === 'reached' && reached.value) this.#onChange(id)
  }

  read(id: string, cursor: StoreCursor | null, sink: StoreSink, shouldYield?: () => boolean): StoreRead {
    let told = 0
    const counting: StoreSink = {
      onReplaced: () => sink.onReplaced(),
      onRecord: (record, json) => {
        told++
        sink.onRecord(record, json)
      },
    }
    const onAgain = (): void => {
      if (told > 0) sink.onReplaced()
    }
    // Told once and then taken back: what the cursor stood for is gone as well.
    const from = (): StoreCursor | null => (told > 0 ? null : cursor)
    const reached = this.#reach.use(
      (database, reach) => readStoredSession(database, reach.identity, id, from(), counting, shouldYield),
      onAgain,
    )
    if (reached.kind === 'unreadable') this.#refused.add(id)
    if (reached.kind !== 'reached') return reached.kind === 'missing' ? { kind: 'gone' } : reached
    const read = reached.value
    return read ? { kind: 'read', cursor: read, isComplete: read.left === null } : { kind: 'gone' }
  }

  record(id: string, record: string): Uint8Array | null {
    const reached = this.#reach.use((database) => readRecord(database, id, record))
    return reached.kind === 'reached' ? reached.value : null
  }

  tail(id: string, limit: number, onRecord: StoreSink['onRecord']): void {
    const reached = this.#reach.use((database) => readTail(database, id, limit))
    if (reached.kind === 'reached') for (const [record, json] of reached.value) onRecord(record, json)
  }

  close(): void {
    this.#reach.close()
  }

  #note(reached: Reached<void>): void {
    if (reached.kind === 'unreadable') {
      if (this.#reason === null) this.#failingSinceMs = Date.now()
      this.#reason = reached.reason
      return
    }
    this.#reason = null
    this.#isKnown = true
    if (reached.kind === 'reached') return
    const gone = [...this.#sessions.keys()]
    this.#sessions.clear()
    this.#identity = 0
    for (const id of gone) this.#onChange(id)
  }

  #update(database: ReadOnlyDatabase, { identity, version }: Reach, isThorough: boolean, changed: string[]): void {
    const isSame = identity === this.#identity && this.#ends !== null
    if (isSame && version === this.#version && this.#isProven(version)) return
    database.forgetOldColumns()
    database.atOnce(() => {
      const isFollowed = isSame && this.#follow(database, { identity, version }, isThorough, changed)
      if (isFollowed) this.#version = version
      // Dear where there are many sessions, and a database that is deleted from may ask for it again and again.
      else if (isThorough || !isSame || performance.now() >= this.#loadAt) {
        this.#load(database, identity, changed)
        this.#version = version
        this.#counted = version
        this.#summed = version
      }
    })
  }

  #load(database: ReadOnlyDatabase, identity: number, changed: string[]): void {
    const began = performance.now()
    const before = this.#sessions
    const sessions = readSessionRows(database, (row) => {
      const known = before.get(row.id)
      const session = this.#shelve(row, known?.ino === identity ? known.newest : 0, identity)
      if (!known || !isEqual(known, session)) changed.push(row.id)
      if (row.newest > 0) this.#warmUp(row.id, row.newest)
      return session
    })
    for (const id of before.keys()) if (!sessions.has(id)) changed.push(id)
    this.#sessions = sessions
    this.#identity = identity
    this.#ends = new TableEnds(database)
    this.#sums.begin(database, sessions.values(), changed.length > 0)
    this.#loadAt = performance.now() + LOAD_SHARE * (performance.now() - began)
  }

  /** False: what changed cannot be told from the new rows. */
  #follow(database: ReadOnlyDatabase, { identity, version }: Reach, isThorough: boolean, changed: string[]): boolean {
    const news = this.#ends?.follow(database)
    if (!news) return false
    const ids = new Set(news.changed)
    for (const [id, newest] of this.#warm) if (!ids.has(id) && newestRow(database, id) !== newest) ids.add(id)
    for (const id of ids) {
      this.#restamp(database, id, identity)
      changed.push(id)
    }
    this.#ends = news.ends
    return this.#prove(database, version, isThorough)
  }

  /** Sessions that were deleted leave no trace but their number, and what is written in place none but sums. False: something differs. */
  #prove(database: ReadOnlyDatabase, version: string, isNow: boolean): boolean {
    if (isNow || performance.now() >= this.#countAt) {
      this.#countAt = performance.now() + COUNT_MS
      this.#counted = version
      if (countSessions(database) !== this.#sessions.size) return false
    }
    if (!isNow && !this.#sums.isDue) return true
    this.#summed = version
    return this.#sums.agree(database, this.#sessions.values())
  }

  /** Nothing is left to be looked at, or it is not due yet. */
  #isProven(version: string): boolean {
    const isCounted = this.#counted === version || performance.now() < this.#countAt
    return isCounted && (this.#summed === version || !this.#sums.isDue)
  }

  /** True: something of it changed. */
  #restamp(database: ReadOnlyDatabase, id: string, identity: number): boolean {
    const known = this.#sessions.get(id)
    const row = readSessionRow(database, id)
    if (!row) {
      this.#warm.delete(id)
      return this.#sessions.delete(id)
    }
    const session = this.#shelve(row, 0, identity)
    this.#sessions.set(id, session)
    if (row.seq === null) this.#warmUp(id, row.newest)
    return !known || !isEqual(known, session)
  }

  #shelve(row: SessionRow, newestBefore: number, ino: number): KnownSession {
    const { id, parent, directory, title, updated, seq } = row
    const newest = row.newest || (seq === null ? newestBefore : 0)
    return {
      id,
      parent,
      directory,
      title,
      updated,
      seq,
      newest,
      path: this.prefix + id,
      size: seq === null ? row.rows : seq + 1,
      mtimeMs: updated > newest ? Math.floor(updated) + (newest % 1) : newest,
      ino,
    }
  }

  #warmUp(id: string, newest: number): void {
    this.#warm.delete(id)
    this.#warm.set(id, newest)
    for (const oldest of this.#warm.keys()) if (this.#warm.size > WARM) this.#warm.delete(oldest)
  }
}

function countSessions(database: ReadOnlyDatabase): number {
  return database.columns('session').has('id') ? Number(database.first('SELECT count(*) FROM session')?.[0]) : 0
}

function isEqual(a: KnownSession, b: KnownSession): boolean {
  return (
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ino === b.ino &&
    a.parent === b.parent &&
    a.title === b.title &&
    a.directory === b.directory
  )
}
