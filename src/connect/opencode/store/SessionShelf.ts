import type { StoreCursor, StoreRead, StoreSink } from '../../../core/sourceStore'

/** One session as its shelf knows it, with the stamps by which a change is seen. */
export interface ShelvedSession {
  readonly id: string
  readonly parent: string | null
  readonly directory: string
  readonly title: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
  readonly ino: number
}

export interface ShelfState {
  /** It was read, and lies there still as far as one can tell: what it held is shown. */
  readonly isThere: boolean
  /** It was read, or seen to be missing, at least once. */
  readonly isKnown: boolean
  /** Why it cannot be read now; null: it can. */
  readonly reason: string | null
  readonly failingSinceMs: number
}

/** One place where sessions lie: a database, or a folder of documents. */
export interface SessionShelf {
  /** How its paths begin. */
  readonly prefix: string
  readonly sessions: ReadonlyMap<string, ShelvedSession>
  readonly state: ShelfState
  /** Brings `sessions` up to date; every change is told to whoever opened the shelf. `isThorough`: also what is seldom looked at. */
  refresh(isThorough: boolean): void
  /** The same for one session; cheaper and more exact. */
  refreshOne(id: string): void
  read(id: string, cursor: StoreCursor | null, sink: StoreSink, shouldYield?: () => boolean): StoreRead
  record(id: string, record: string): Uint8Array | null
  tail(id: string, limit: number, onRecord: StoreSink['onRecord']): void
  close(): void
}
