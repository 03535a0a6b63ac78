import type { SourceSpec } from './provider'

/** One conversation in a store, with the stamps by which a change of it is seen. */
export interface StoredSource {
  /** Unique in the store and lasting; relative to the provider's root where it is shown. */
  readonly path: string
  /** `run` and `agent` are always said. */
  readonly spec: SourceSpec & { readonly run: string }
  readonly size: number
  readonly mtimeMs: number
  /** Changes when what was read of it counts no more. */
  readonly ino: number
  /** Equal for conversations that may be forks of one another; null: it has no such relative. */
  readonly family: string | null
}

/** One database of a store, by the name that the paths of its conversations begin with. */
export interface StorePlace {
  readonly name: string
  /** Absolute: for `doctor` alone. */
  readonly file: string
  /** Null: it cannot be asked. */
  readonly sizeBytes: number | null
}

export interface StoreListing {
  /** Null: what is in it lies beside a folder, and that one tells. */
  readonly state: 'found' | 'missing' | 'unreadable' | null
  readonly sources: readonly StoredSource[]
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
  /** Absent: its conversations lie in no database. */
  readonly places?: readonly StorePlace[]
}

/** How far a source was read. Only the store that made it can look inside. */
export interface StoreCursor {
  readonly kind: 'store-cursor'
}

export interface StoreSink {
  /** What was said of this source no longer holds; its records come anew. */
  readonly onReplaced: () => void
  /** One record, as JSON. The same `id` may come again with a newer state of the record. */
  readonly onRecord: (id: string, json: Uint8Array) => void
}

export type StoreRead =
  /** `isComplete` false: it was asked to stop, and goes on from the cursor. */
  | { readonly kind: 'read'; readonly cursor: StoreCursor; readonly isComplete: boolean }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** How a store is watched, in words for a person. */
export interface StoreWatch {
  /** Settles when every later change raises a hint. */
  readonly ready: Promise<void>
  state(): { readonly mode: 'watching' | 'polling'; readonly note: string | null }
  close(): void
}

/** Conversations that lie in a database or in many small documents instead of files of lines. Never written to, never locked. */
export interface SourceStore {
  /** Every source now. Cheap where nothing changed since the last call. */
  list(): StoreListing
  /** One of them as it is now; null: it is gone. */
  look(path: string): StoredSource | null
  /**
   * Everything since `cursor`, in an order in which a record's newest state comes last; null: from the beginning. `shouldYield` is
   * asked after each piece of a long reading: a piece is always read, so that whoever calls again comes to an end.
   */
  read(path: string, cursor: StoreCursor | null, sink: StoreSink, shouldYield?: () => boolean): StoreRead
  /** A record as it is now; null: it is gone. */
  record(path: string, id: string): Uint8Array | null
  /** The last records of a source, at least `limit` where it has so many, in order. */
  tail(path: string, limit: number, onRecord: StoreSink['onRecord']): void
  /** `onHint`: something of this source may have changed; a path nobody knows yet is a new source. */
  watch(onHint: (path: string) => void): StoreWatch
  /** Settles when programs that were met and tell of conversations have told what there was. Absent: all of it lies on disks. */
  heard?(): Promise<void>
  close(): void
}
