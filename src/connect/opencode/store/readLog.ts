import type { ReadOnlyDatabase } from './readOnlyDatabase'
import { type RecordRow, readMessage, readPart } from './recordRows'
import type { ToldRows } from './StoredCursor'

export interface ChangedRows {
  readonly rows: readonly RecordRow[]
  /** Null: the log says what changes from here on. */
  readonly told: ToldRows | null
}

/**
 * What the log names since `after`, as the rows say it now: they are written together with the log, and many entries of one row
 * are one change.
 */
export function readLog(
  database: ReadOnlyDatabase,
  session: string,
  after: number | null,
  last: number,
): ChangedRows | 'replaced' {
  const from = after ?? -1
  if (last === from) return { rows: [], told: null }
  // Fewer than were told: the session was deleted and made again.
  if (last < from) return 'replaced'
  const sql = `SELECT CAST(type AS TEXT), CASE WHEN json_valid(data) THEN CASE
    WHEN type LIKE 'message.part.%' THEN json_extract(data, '$.part.id') ELSE json_extract(data, '$.info.id') END END
    FROM event WHERE aggregate_id = ? AND seq > ? AND seq <= ? ORDER BY seq`
  const entries = database.all(sql, session, from, last)
  if (entries.length !== last - from) return 'replaced'
  const messages = new Set<string>()
  const parts = new Set<string>()
  for (const [type, id] of entries) {
    const kind = String(type).replace(/\.\d+$/, '')
    if (kind === 'message.removed' || kind === 'message.part.removed') return 'replaced'
    if (kind !== 'message.updated' && kind !== 'message.part.updated') continue
    // An entry that names no row may have changed any.
    if (typeof id !== 'string') return 'replaced'
    if (kind === 'message.updated') messages.add(id)
    else parts.add(id)
  }
  const rows = [
    ...[...messages].map((id) => readMessage(database, session, id)),
    ...[...parts].sort().map((id) => readPart(database, session, id)),
  ]
  return { rows: rows.filter((row) => row !== null), told: null }
}
