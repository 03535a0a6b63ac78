import type { StoreCursor, StoreSink } from '../../../core/sourceStore'
import { stampOf } from './documents'
import { recordId } from './recordBytes'
import { StorageCursor, type ToldDocument } from './StorageCursor'
import { readStorageRecord, readStorageSession, type StorageDocument, storageDocuments } from './storageRecords'

/** Two writings within this may bear the same time. */
const FRESH_MS = 30

interface News {
  readonly document: StorageDocument
  readonly json: Buffer
}

export type StorageReading =
  /** `isWhole` false: a document of it was being written. */
  | { readonly kind: 'read'; readonly cursor: StorageCursor; readonly isWhole: boolean }
  | { readonly kind: 'gone' | 'half-written' }

/** Everything of a session since `cursor`. */
export function readStorage(
  storage: string,
  path: string,
  id: string,
  cursor: StoreCursor | null,
  sink: StoreSink,
): StorageReading {
  const session = readStorageSession(path)
  if (!session) return { kind: stampOf(path) ? 'half-written' : 'gone' }
  const documents = storageDocuments(storage, id)
  let known = cursor instanceof StorageCursor ? cursor : null
  if (known && isAnyGone(known, documents)) known = null
  if (!known && cursor) sink.onReplaced()
  const told = new Map<string, ToldDocument>()
  const created = new Map(known?.created)
  const news: News[] = []
  let isWhole = true
  for (const document of documents) {
    const before = known?.documents.get(document.record)
    const stamp = stampOf(document.path)
    if (!stamp) continue
    const words = `${stamp.mtimeMs} ${stamp.sizeBytes}`
    if (before && before.stamp === words && !before.isFresh) {
      told.set(document.record, before)
      continue
    }
    const isFresh = Date.now() - stamp.mtimeMs < FRESH_MS
    const record = readStorageRecord(document)
    // Half written: told when it is whole, and until then as it was.
    if (!record) {
      isWhole = false
      if (before) told.set(document.record, { ...before, stamp: '' })
      continue
    }
    if (document.kind === 'message') created.set(document.message, record.created)
    told.set(document.record, { stamp: words, isFresh, json: isFresh ? record.json : null })
    if (!before?.json?.equals(record.json)) news.push({ document, json: record.json })
  }
  const said = session.toString()
  if (said !== known?.session) sink.onRecord(recordId.session(id), session)
  for (const { document, json } of inOrder(news, created)) sink.onRecord(document.record, json)
  return { kind: 'read', isWhole, cursor: new StorageCursor(said, told, created) }
}

function isAnyGone(known: StorageCursor, documents: readonly StorageDocument[]): boolean {
  const there = new Set(documents.map(({ record }) => record))
  for (const record of known.documents.keys()) if (!there.has(record)) return true
  return false
}

/** Messages in the order they were begun, each followed by its parts. */
function inOrder(news: readonly News[], created: ReadonlyMap<string, number>): readonly News[] {
  return [...news].sort(
    ({ document: a }, { document: b }) =>
      (created.get(a.message) ?? 0) - (created.get(b.message) ?? 0) ||
      compare(a.message, b.message) ||
      compare(a.kind, b.kind) ||
      compare(a.record, b.record),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
