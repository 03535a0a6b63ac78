import type { ChangedRows } from './readLog'
import type { ReadOnlyDatabase } from './readOnlyDatabase'
import { recordId } from './recordBytes'
import { type RecordRow, readMessage, readPart } from './recordRows'
import { ToldRows } from './StoredCursor'

/** What differs from what was told, row by row: for sessions without a log. Lengths and stamps are compared, not what rows say. */
export function readChangedRows(database: ReadOnlyDatabase, session: string, before: ToldRows): ChangedRows | 'replaced' {
  const told = new ToldRows()
  const rows: RecordRow[] = []
  let met = 0
  const compare = (table: 'message' | 'part', read: typeof readMessage): void => {
    if (!database.columns(table).has('data')) return
    const order = table === 'message' ? 'time_created, id' : 'id'
    const sql = `SELECT CAST(id AS TEXT), CAST(time_updated AS REAL), octet_length(data) FROM ${table} WHERE session_id = ? ORDER BY ${order}`
    for (const [key, at, length] of database.all(sql, session)) {
      const id = String(key)
      const record = recordId[table](id)
      const [updated, lengthBytes] = [Number(at ?? 0), Number(length ?? NULL_LENGTH)]
      if (before.stamps.has(record)) met++
      if (before.isTold(record, updated, lengthBytes, () => read(database, session, id)?.record.json ?? null)) {
        told.keep(before, record, updated)
        continue
      }
      const row = read(database, session, id)
      if (!row) continue
      rows.push(row)
      told.tell(record, updated, lengthBytes, row.record.json)
    }
  }
  compare('message', readMessage)
  compare('part', readPart)
  return met < before.stamps.size ? 'replaced' : { rows, told }
}

/** What stands for a missing document. */
const NULL_LENGTH = 'null'.length
