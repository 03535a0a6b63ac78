import type { StoreCursor, StoreSink } from '../../../core/sourceStore'
import { readChangedRows } from './readChangedRows'
import { readLog } from './readLog'
import type { ReadOnlyDatabase } from './readOnlyDatabase'
import { readSessionRecord } from './readSessionRecord'
import { recordId } from './recordBytes'
import { type RecordRow, readMessage, readMessageIds, readParts } from './recordRows'
import { StoredCursor, ToldRows } from './StoredCursor'
import { countRows, readSeq } from './sessionRows'

/** A long session is read in pieces, each of one moment: the writer's log cannot begin anew while a piece is read. */
const PIECE_BYTES = 4_000_000
/** The same where somebody else wants a turn: what a decoder takes in within a few milliseconds. */
const SHORT_PIECE_BYTES = 250_000

/** Everything of a session since `cursor`, or a part of it where `shouldYield` says so; null: the session is gone. */
export function readStoredSession(
  database: ReadOnlyDatabase,
  identity: number,
  id: string,
  cursor: StoreCursor | null,
  sink: StoreSink,
  shouldYield?: () => boolean,
): StoredCursor | null {
  const known = cursor instanceof StoredCursor && cursor.identity === identity ? cursor : null
  if (known?.left) return readPieces(database, id, { ...known, left: known.left }, sink, shouldYield)
  const changes = known && database.atOnce(() => readChanges(database, id, known))
  if (changes === 'gone') return null
  if (changes === null || changes === 'replaced') {
    if (cursor !== null) sink.onReplaced()
    return readWhole(database, identity, id, sink, shouldYield)
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
  return { rows, cursor: new StoredCursor({ identity: cursor.identity, seq, count, session: said, rows: told, left: null }) }
}

function readWhole(
  database: ReadOnlyDatabase,
  identity: number,
  id: string,
  sink: StoreSink,
  shouldYield?: () => boolean,
): StoredCursor | null {
  const first = database.atOnce(() => {
    const session = readSessionRecord(database, id)
    if (!session) return null
    return { session, seq: readSeq(database, id), count: countRows(database, id), left: readMessageIds(database, id) }
  })
  if (!first) return null
  const { session, seq, count, left } = first
  sink.onRecord(recordId.session(id), session)
  // The number was read first: whatever is written from here on is told again, newer.
  const rows = seq === null ? new ToldRows() : null
  return readPieces(database, id, { identity, seq, count, session: session.toString(), rows, left }, sink, shouldYield)
}

type Begun = Omit<StoredCursor, 'kind' | 'left'> & { readonly left: readonly string[] }

/** Goes on with a first reading. */
function readPieces(
  database: ReadOnlyDatabase,
  id: string,
  begun: Begun,
  sink: StoreSink,
  shouldYield?: () => boolean,
): StoredCursor | null {
  const { left, rows, seq } = begun
  for (let at = 0; at < left.length; ) {
    if (at > 0 && shouldYield?.()) return new StoredCursor({ ...begun, left: left.slice(at) })
    const piece = database.atOnce(() => readPiece(database, id, begun, at, shouldYield))
    if (piece === 'gone') return null
    if (piece === 'replaced') {
      sink.onReplaced()
      return readWhole(database, begun.identity, id, sink, shouldYield)
    }
    at = piece.to
    for (const { record, updated, lengthBytes } of piece.rows) {
      if (seq === null) rows?.tell(record.id, updated, lengthBytes, record.json)
      sink.onRecord(record.id, record.json)
    }
  }
  return new StoredCursor({ ...begun, left: null })
}

interface Piece {
  readonly rows: readonly RecordRow[]
  /** The message that comes next. */
  readonly to: number
}

function readPiece(
  database: ReadOnlyDatabase,
  id: string,
  begun: Begun,
  from: number,
  shouldYield?: () => boolean,
): Piece | 'gone' | 'replaced' {
  if (!database.first('SELECT 1 FROM session WHERE id = ?', id)) return 'gone'
  // Smaller than it was, or with a log now: deleted and made again since the first piece.
  const seq = readSeq(database, id)
  if (begun.seq === null ? seq !== null : seq === null || seq < begun.seq) return 'replaced'
  const rows: RecordRow[] = []
  let bytes = 0
  let to = from
  const most = shouldYield ? SHORT_PIECE_BYTES : PIECE_BYTES
  const isEnough = (): boolean => bytes >= most || (to > from && shouldYield?.() === true)
  for (; to < begun.left.length && !isEnough(); to++) {
    const message = readMessage(database, id, begun.left[to] ?? '')
    if (!message) continue
    const whole = [message, ...readParts(database, id, message.id)]
    rows.push(...whole)
    for (const { record } of whole) bytes += record.json.length
  }
  return { rows, to }
}
