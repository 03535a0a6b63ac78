import { join } from 'node:path'
import { documentsIn, numberAt, readDocument, stampOf, valueAt, wordsAt } from './documents'
import { recordBytes, recordId } from './recordBytes'

/** One document of a session: where it lies and which record it is. */
export interface StorageDocument {
  readonly path: string
  readonly record: string
  readonly kind: 'message' | 'part'
  /** The message it is, or is part of. */
  readonly message: string
  readonly messagePath: string
}

export interface StorageRecord {
  readonly json: Buffer
  /** When the conversation began it, by its own words. */
  readonly created: number
}

/** A document that is no JSON is being written; after this it is taken for what it is. */
export const WRITING_MS = 1000

/** Every message and part of a session. */
export function storageDocuments(storage: string, session: string): StorageDocument[] {
  const documents: StorageDocument[] = []
  const folder = join(storage, 'message', session)
  for (const message of documentsIn(folder)) {
    const messagePath = join(folder, `${message}.json`)
    documents.push({ path: messagePath, record: recordId.message(message), kind: 'message', message, messagePath })
    const parts = join(storage, 'part', message)
    for (const part of documentsIn(parts))
      documents.push({ path: join(parts, `${part}.json`), record: recordId.part(part), kind: 'part', message, messagePath })
  }
  return documents
}

/** A document as a record; null: it is gone or half written. */
export function readStorageRecord({ path, kind, messagePath }: StorageDocument): StorageRecord | null {
  const text = readDocument(path)
  if (!text) return null
  const { bytes, parsed } = text
  if (parsed === undefined && Date.now() - (stampOf(path)?.mtimeMs ?? 0) < WRITING_MS) return null
  // Some parts bear no time of their own.
  const at = timeOf(parsed) || (kind === 'part' ? (numberAt(readDocument(messagePath)?.parsed, 'time', 'created') ?? 0) : 0)
  // Written with line breaks; a record is one line.
  const line = parsed === undefined ? bytes : Buffer.from(JSON.stringify(parsed))
  return { json: recordBytes(kind, at, line), created: numberAt(parsed, 'time', 'created') ?? 0 }
}

/** The record of a session; null: it is gone or half written. */
export function readStorageSession(path: string): Buffer | null {
  const parsed = readDocument(path)?.parsed
  const id = wordsAt(parsed, 'id')
  if (id === null) return null
  const archived = numberAt(parsed, 'time', 'archived')
  const created = numberAt(parsed, 'time', 'created') ?? 0
  const data = {
    id,
    parentID: wordsAt(parsed, 'parentID'),
    directory: wordsAt(parsed, 'directory') ?? '',
    title: wordsAt(parsed, 'title') ?? '',
    version: wordsAt(parsed, 'version') ?? '',
    agent: null,
    model: null,
    metadata: null,
    permission: valueAt(parsed, 'permission') ?? null,
    time: { created, updated: numberAt(parsed, 'time', 'updated') ?? created, ...(archived === null ? {} : { archived }) },
  }
  return recordBytes('session', data.time.updated, Buffer.from(JSON.stringify(data)))
}

/** The latest moment a document names: its file's own time does not survive a copy. */
function timeOf(parsed: unknown): number {
  const named = [
    numberAt(parsed, 'time', 'created'),
    numberAt(parsed, 'time', 'start'),
    numberAt(parsed, 'time', 'completed'),
    numberAt(parsed, 'time', 'end'),
    numberAt(parsed, 'state', 'time', 'start'),
    numberAt(parsed, 'state', 'time', 'end'),
  ]
  return Math.max(0, ...named.filter((time) => time !== null))
}
