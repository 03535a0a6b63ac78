import type { Cell, ReadOnlyDatabase, Row } from './readOnlyDatabase'
import { bytesOf, recordBytes, recordId } from './recordBytes'

interface StoredRecord {
  readonly id: string
  readonly json: Buffer
}

/** A message or a part. */
export interface RecordRow {
  readonly id: string
  readonly updated: number
  /** Of what the row itself says. */
  readonly lengthBytes: number
  readonly record: StoredRecord
}

const MESSAGE = 'CAST(id AS TEXT), CAST(time_updated AS REAL), CAST(data AS BLOB)'
const PART = 'CAST(id AS TEXT), CAST(time_updated AS REAL), CAST(data AS BLOB), CAST(message_id AS TEXT)'

/** The ids of a session's messages, first to last. */
export function readMessageIds(database: ReadOnlyDatabase, session: string): string[] {
  if (!database.columns('message').has('data')) return []
  const sql = 'SELECT CAST(id AS TEXT) FROM message WHERE session_id = ? ORDER BY time_created, id'
  return database.all(sql, session).map(([id]) => words(id))
}

/** The last of a session's messages, last first. */
export function readLastMessages(database: ReadOnlyDatabase, session: string, limit: number): RecordRow[] {
  if (!database.columns('message').has('data')) return []
  const sql = `SELECT ${MESSAGE} FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT ?`
  return database.all(sql, session, limit).map((row) => messageOf(session, row))
}

export function readMessage(database: ReadOnlyDatabase, session: string, id: string): RecordRow | null {
  if (!database.columns('message').has('data')) return null
  const row = database.first(`SELECT ${MESSAGE} FROM message WHERE id = ? AND session_id = ?`, id, session)
  return row ? messageOf(session, row) : null
}

/** A message's parts, first to last. */
export function readParts(database: ReadOnlyDatabase, session: string, message: string): RecordRow[] {
  if (!database.columns('part').has('data')) return []
  const rows = database.all(`SELECT ${PART} FROM part WHERE message_id = ? ORDER BY id`, message)
  return rows.map((row) => partOf(session, row))
}

export function readPart(database: ReadOnlyDatabase, session: string, id: string): RecordRow | null {
  if (!database.columns('part').has('data')) return null
  const row = database.first(`SELECT ${PART} FROM part WHERE id = ? AND session_id = ?`, id, session)
  return row ? partOf(session, row) : null
}

function messageOf(sessionID: string, [key, at, data]: Row): RecordRow {
  const id = words(key)
  const updated = Number(at ?? 0)
  const document = bytesOf(data)
  const json = recordBytes('message', updated, document, { id, sessionID })
  return { id, updated, lengthBytes: document.length, record: { id: recordId.message(id), json } }
}

function partOf(sessionID: string, [key, at, data, message]: Row): RecordRow {
  const id = words(key)
  const updated = Number(at ?? 0)
  const ids = { id, messageID: words(message), sessionID }
  const document = bytesOf(data)
  return {
    id,
    updated,
    lengthBytes: document.length,
    record: { id: recordId.part(id), json: recordBytes('part', updated, document, ids) },
  }
}

function words(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : ''
}
