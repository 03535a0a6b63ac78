import type { StoreCursor } from '../../../core/sourceStore'

/** What was told of one document. */
export interface ToldDocument {
  readonly stamp: string
  /** It was written so shortly before it was read that the next writing may bear the same stamp. */
  readonly isFresh: boolean
  /** What it said, where it is fresh. */
  readonly json: Buffer | null
}

/** How far a session of documents was read. */
export class StorageCursor implements StoreCursor {
  readonly kind = 'store-cursor'
  readonly session: string
  readonly documents: ReadonlyMap<string, ToldDocument>
  /** When each message was begun: their order. */
  readonly created: ReadonlyMap<string, number>

  constructor(session: string, documents: ReadonlyMap<string, ToldDocument>, created: ReadonlyMap<string, number>) {
    this.session = session
    this.documents = documents
    this.created = created
  }
}
