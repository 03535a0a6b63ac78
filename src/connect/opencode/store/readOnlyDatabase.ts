import { constants, DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { DatabaseLook } from './lookAtDatabase'

export type Cell = null | number | bigint | string | Uint8Array
export type Row = readonly Cell[]

/** The others hold tokens, keys and secrets. */
const TABLES: ReadonlySet<string> = new Set(['session', 'message', 'part', 'event', 'event_sequence', 'project', 'todo'])
const PRAGMAS: ReadonlySet<string> = new Set(['data_version', 'schema_version', 'table_info', 'locking_mode'])

/** Action codes of the library that the runtime has no names for. */
const FUNCTION = 31
const RECURSIVE = 33

/** How long a statement waits for a lock before it fails; the program stands still for as long. */
const PATIENCE_MS = 15

const QUERY = {
  // The log's index is mapped read-only: it is neither made, nor mended, nor marked by us.
  shared: 'mode=ro&readonly_shm=1',
  still: 'mode=ro&immutable=1',
  // Takes no lock and keeps the log's index in memory. Only for a log that nobody has open.
  leftover: 'mode=ro&vfs=unix-none',
}

/** One connection that can neither write nor read other tables than those of the conversations. */
export class ReadOnlyDatabase {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #columns = new Map<string, ReadonlySet<string>>()
  #schemaVersion = -1

  constructor(path: string, kind: Exclude<DatabaseLook['kind'], 'missing' | 'busy'>) {
    this.#database = new DatabaseSync(`${pathToFileURL(path).href}?${QUERY[kind]}`, { readOnly: true, timeout: PATIENCE_MS })
    this.#database.setAuthorizer(allow)
    if (kind === 'leftover') this.all('PRAGMA locking_mode=EXCLUSIVE')
  }

  all(sql: string, ...values: readonly (string | number | null)[]): readonly Row[] {
    // Holds because every statement is told to return arrays.
    return this.#prepared(sql).all(...values) as unknown as readonly Row[]
  }

  first(sql: string, ...values: readonly (string | number | null)[]): Row | undefined {
    // As above.
    return this.#prepared(sql).get(...values) as unknown as Row | undefined
  }

  /** Everything asked inside is of one moment. Keep it short: the writer cannot begin its log anew meanwhile. */
  atOnce<T>(work: () => T): T {
    this.all('BEGIN')
    try {
      return work()
    } finally {
      this.all('COMMIT')
    }
  }

  /** Changes when another connection committed. */
  dataVersion(): number {
    return Number(this.first('PRAGMA data_version')?.[0])
  }

  /** The columns a table has here; none where there is no such table. */
  columns(table: string): ReadonlySet<string> {
    let columns = this.#columns.get(table)
    if (!columns) {
      columns = new Set(this.all(`PRAGMA table_info(${table})`).map(([, name]) => String(name)))
      this.#columns.set(table, columns)
    }
    return columns
  }

  /** To be called when something was committed: tables and columns come with releases. */
  forgetOldColumns(): void {
    const version = Number(this.first('PRAGMA schema_version')?.[0])
    if (version === this.#schemaVersion) return
    this.#schemaVersion = version
    this.#columns = new Map()
  }

  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      statement.setReturnArrays(true)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

function allow(action: number, subject: string | null): number {
  const { SQLITE_OK, SQLITE_DENY, SQLITE_READ, SQLITE_SELECT, SQLITE_PRAGMA, SQLITE_TRANSACTION } = constants
  const isAllowed =
    action === SQLITE_SELECT ||
    action === SQLITE_TRANSACTION ||
    action === FUNCTION ||
    action === RECURSIVE ||
    (action === SQLITE_READ && TABLES.has(subject ?? '')) ||
    (action === SQLITE_PRAGMA && PRAGMAS.has(subject ?? ''))
  return isAllowed ? SQLITE_OK : SQLITE_DENY
}
