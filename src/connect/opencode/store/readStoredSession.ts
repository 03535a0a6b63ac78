import type { StoreCursor, StoreSink } from '../../../core/sourceStore'
import { readChangedRows } from './readChangedRows'
import { readLog } from './readLog'
import type { ReadOnlyDatabase } from './readOnlyDatabase'
import { readSessionRecord } from './readSessionRecord'
import { recordId } from './recordBytes'
import { type RecordRow, readMessages, readParts } from './recordRows'
import { StoredCursor, ToldRows } from './StoredCursor'
import { countRows, readSeq } from './sessionRows'

/** A long session is read in pieces, each of one moment: the writer's log cannot begin anew while a piece is read. */
const PIECE_BYTES = 4_000_000

/** Everything of a session since `cursor`; null: the session is gone. */
export function readStoredSession(
  database: ReadOnlyDatabase,
  identity: number,
  id: string,
  cursor: StoreCursor | null,
  sink: StoreSink,
): StoredCursor | null {
  const known = cursor instanceof StoredCursor && cursor.identity === identity ? cursor : null
  const changes = known && database.atOnce(() => readChanges(database, id, known))
  if (changes === 'gone') return null
  if (changes === null || changes === 'replaced') {
    if (cursor !== null) sink.onReplaced()
    return readWhole(database, identity, id, sink)
  }
  for (const { record } of changes.rows) sink.onRecord(record.id, record.json)
  return changes.cursor
}

interface Changes {
  readonly rows: readonly RecordRow[]
  readonly cursor: StoredCursor
}

function readChanges(database: ReadOnlyDatabase, id: string, cursor: StoredCursor): Changes | 'gone' | 'replaced' {
  const session = readSessionRecord(database, id)
  if (!session) return 'gone'
  const seq = readSeq(database, id)
  const count = countRows(database, id)
  const isLogged = seq !== null && cursor.rows === null
  // An older release beside the one that keeps the log: its rows come without a word.
  if (isLogged && seq === cursor.seq && count !== cursor.count) return 'replaced'
  const changed = isLogged ? readLog(database, id, cursor.seq, seq) : readChangedRows(database, id, cursor.rows ?? new ToldRows())
  if (changed === 'replaced') return 'replaced'
  const record = { id: recordId.session(id), json: session }
  const said = session.toString()
  const rows = said === cursor.session ? changed.rows : [{ id, updated: 0, lengthBytes: 0, record }, ...changed.rows]
  const told = seq === null ? changed.told : null
  return { rows, cursor: new StoredCursor(cursor.identity, seq, count, said, told) }
}

function readWhole(database: ReadOnlyDatabase, identity: number, id: string, sink: StoreSink): StoredCursor | null {
  const first = database.atOnce(() => {
    const session = readSessionRecord(database, id)
    if (!session) return null
    return { session, seq: readSeq(database, id), count: countRows(database, id), messages: readMessages(database, id) }
  })
  if (!first) return null
  const { session, seq, count, messages } = first
  // The number was read first: whatever is written from here on is told again, newer.
  const told = seq === null ? new ToldRows() : null
  sink.onRecord(recordId.session(id), session)
  for (let at = 0; at < messages.length; ) {
    const piece: RecordRow[] = []
    at = database.atOnce(() => fillPiece(database, id, messages, at, piece))
    for (const { record, updated, lengthBytes } of piece) {
      told?.tell(record.id, updated, lengthBytes, record.json)
      sink.onRecord(record.id, record.json)
    }
  }
  return new StoredCursor(identity, seq, count, session.toString(), told)
}

function fillPiece(
  database: ReadOnlyDatabase,
  id: string,
  messages: readonly RecordRow[],
  from: number,
  piece: RecordRow[],
): number {
  let bytes = 0
  let at = from
  for (; at < messages.length && bytes < PIECE_BYTES; at++) {
    const message = messages[at]
    if (!message) continue
    piece.push(message)
    for (const part of readParts(database, id, message.id)) {
      piece.push(part)
      bytes += part.record.json.length
    }
  }
  return at
}
