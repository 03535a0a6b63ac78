import type { Cell, ReadOnlyDatabase, Row } from './readOnlyDatabase'

/** What the tables say of one session, as far as a change of it can be seen without reading it. */
export interface SessionRow {
  readonly id: string
  readonly parent: string | null
  readonly directory: string
  readonly title: string
  readonly updated: number
  /** The last number in its log; null: it has none, so its rows are counted. */
  readonly seq: number | null
  readonly rows: number
  /** The latest stamp among its last rows where they were looked at; only sessions without a log need it. */
  readonly newest: number
}

/** Sessions without a log whose last rows are looked at from the beginning: the ones somebody may be working in. */
const LOOKED_AT = 16
const ONE_BY_ONE = 200

/** Every session. To be called at one moment of the database. `keep` makes of each row what is kept of it. */
export function readSessionRows<T>(database: ReadOnlyDatabase, keep: (row: SessionRow) => T): Map<string, T> {
  const sessions = new Map<string, T>()
  const select = selectSession(database)
  if (!select) return sessions
  const unlogged: SessionRow[] = []
  for (const row of database.all(select)) {
    const session = sessionOf(row)
    if (session.seq === null) unlogged.push(session)
    else sessions.set(session.id, keep(session))
  }
  const counted = countAll(
    database,
    unlogged.map(({ id }) => id),
  )
  for (const session of unlogged) sessions.set(session.id, keep({ ...session, ...counted.get(session.id) }))
  return sessions
}

/** One session as it is now; null: it is gone. */
export function readSessionRow(database: ReadOnlyDatabase, id: string): SessionRow | null {
  const select = selectSession(database)
  const row = select ? database.first(`${select} WHERE session.id = ?`, id) : undefined
  if (!row) return null
  const session = sessionOf(row)
  return session.seq === null ? { ...session, rows: countRows(database, id), newest: newestRow(database, id) } : session
}

/** The last number in a session's log; null: it has no log. */
export function readSeq(database: ReadOnlyDatabase, id: string): number | null {
  if (!isLogging(database)) return null
  const seq = database.first('SELECT CAST(seq AS REAL) FROM event_sequence WHERE aggregate_id = ?', id)?.[0]
  return typeof seq === 'number' ? seq : null
}

/**
 * The latest stamp among a session's last rows; what changes in place is nearly always one of them. Its fraction moves with all of
 * them: two rows may be written in one millisecond, or in another order than they are stamped.
 */
export function newestRow(database: ReadOnlyDatabase, id: string): number {
  const has = database.columns('session')
  const own =
    has.has('time_updated') && has.has('title')
      ? 'SELECT CAST(time_updated AS REAL) + octet_length(title) FROM session WHERE id = ?'
      : null
  let newest = 0
  let digest = own ? Number(database.first(own, id)?.[0] ?? 0) % 997 : 0
  for (const [table, last] of [
    ['message', 20],
    ['part', 100],
  ] as const) {
    if (!database.columns(table).has('session_id')) continue
    const sql = `SELECT max(CAST(time_updated AS REAL)), total(time_updated % 1000003), total(octet_length(data)) FROM
      (SELECT time_updated, data FROM ${table} WHERE session_id = ? ORDER BY rowid DESC LIMIT ${last})`
    const [latest, times, bytes] = database.first(sql, id) ?? []
    newest = Math.max(newest, Math.floor(Number(latest ?? 0)))
    digest = (digest * 31 + Number(times) * 7 + Number(bytes)) % 997
  }
  return newest + digest / 1000
}

export function isLogging(database: ReadOnlyDatabase): boolean {
  return database.columns('event_sequence').has('seq') && database.columns('event').has('data')
}

function selectSession(database: ReadOnlyDatabase): string | null {
  const has = database.columns('session')
  if (!has.has('id')) return null
  const [parent, directory, title] = ['parent_id', 'directory', 'title'].map((name) => (has.has(name) ? name : 'NULL'))
  const updated = has.has('time_updated') ? 'CAST(time_updated AS REAL)' : '0'
  const columns = `CAST(session.id AS TEXT), ${parent}, ${directory}, ${title}, ${updated}`
  if (!isLogging(database)) return `SELECT ${columns}, NULL FROM session`
  return `SELECT ${columns}, CAST(seq AS REAL) FROM session LEFT JOIN event_sequence ON aggregate_id = session.id`
}

function sessionOf([id, parent, directory, title, updated, seq]: Row): SessionRow {
  return {
    id: words(id) ?? '',
    parent: words(parent),
    directory: words(directory) ?? '',
    title: words(title) ?? '',
    updated: Number(updated ?? 0),
    seq: typeof seq === 'number' ? seq : null,
    rows: 0,
    newest: 0,
  }
}

/** How many rows each of these has, and for the latest of them also their newest stamp. */
function countAll(database: ReadOnlyDatabase, ids: readonly string[]): Map<string, { rows: number; newest: number }> {
  const counted = new Map<string, { rows: number; newest: number }>()
  if (ids.length <= ONE_BY_ONE) {
    for (const id of ids) counted.set(id, { rows: countRows(database, id), newest: newestRow(database, id) })
    return counted
  }
  const wanted = new Set(ids)
  const last = new Map<string, number>()
  for (const table of ['message', 'part']) {
    if (!database.columns(table).has('session_id')) continue
    for (const [id, rows, rowid] of database.all(`SELECT session_id, count(*), max(rowid) FROM ${table} GROUP BY session_id`)) {
      if (typeof id !== 'string' || !wanted.has(id)) continue
      counted.set(id, { rows: (counted.get(id)?.rows ?? 0) + Number(rows), newest: 0 })
      if (table === 'part') last.set(id, Number(rowid))
    }
  }
  const latest = [...last].sort((a, b) => b[1] - a[1]).slice(0, LOOKED_AT)
  for (const [id] of latest) counted.set(id, { rows: counted.get(id)?.rows ?? 0, newest: newestRow(database, id) })
  return counted
}

/** How many messages and parts a session has. */
export function countRows(database: ReadOnlyDatabase, id: string): number {
  let rows = 0
  for (const table of ['message', 'part']) {
    if (!database.columns(table).has('session_id')) continue
    rows += Number(database.first(`SELECT count(*) FROM ${table} WHERE session_id = ?`, id)?.[0] ?? 0)
  }
  return rows
}

function words(cell: Cell | undefined): string | null {
  return typeof cell === 'string' ? cell : null
}
