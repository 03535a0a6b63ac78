import type { ReadOnlyDatabase } from './readOnlyDatabase'

/** Which column of each table names the session. */
const TABLES = { event: 'aggregate_id', session: 'id', message: 'session_id', part: 'session_id' } as const

/** Beyond so many new rows everything is looked at anew. */
const LIMIT = 5000

interface End {
  readonly rowid: number
  readonly id: string
}

/**
 * The last row of each table. New rows are numbered beyond it as long as that very row is still there: numbers are used again
 * once it is deleted, and given anew when a database is compacted.
 */
export class TableEnds {
  readonly #ends: ReadonlyMap<string, End | null>

  constructor(database: ReadOnlyDatabase, known: ReadonlyMap<string, End | null> = new Map()) {
    const ends = new Map<string, End | null>()
    for (const table of Object.keys(TABLES)) {
      const has = database.columns(table).has('id')
      if (has) ends.set(table, known.get(table) ?? lastOf(database, table))
    }
    this.#ends = ends
  }

  /** Sessions with new rows, and the ends from now on; null: what is new cannot be told. */
  follow(database: ReadOnlyDatabase): { readonly changed: ReadonlySet<string>; readonly ends: TableEnds } | null {
    const changed = new Set<string>()
    const ends = new Map<string, End | null>()
    for (const [table, column] of Object.entries(TABLES)) {
      const columns = database.columns(table)
      if (!columns.has('id')) {
        if (this.#ends.has(table)) return null
        continue
      }
      const end = this.#ends.get(table)
      if (end === undefined) return null
      if (end && database.first(`SELECT id FROM ${table} WHERE rowid = ?`, end.rowid)?.[0] !== end.id) return null
      const sql = `SELECT rowid, CAST(id AS TEXT), ${column} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${LIMIT}`
      const rows = database.all(sql, end?.rowid ?? 0)
      if (rows.length === LIMIT) return null
      for (const [, , session] of rows) if (typeof session === 'string') changed.add(session)
      const last = rows.at(-1)
      ends.set(table, last ? { rowid: Number(last[0]), id: String(last[1]) } : end)
    }
    return { changed, ends: new TableEnds(database, ends) }
  }
}

function lastOf(database: ReadOnlyDatabase, table: string): End | null {
  const row = database.first(`SELECT rowid, id FROM ${table} ORDER BY rowid DESC LIMIT 1`)
  return row ? { rowid: Number(row[0]), id: String(row[1]) } : null
}
