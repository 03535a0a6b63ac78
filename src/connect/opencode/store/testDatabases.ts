import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type Statement = readonly [sql: string, ...values: SQLInputValue[]]

/** A data folder on disk, removed when the test is over, and the programs that write in it. */
export interface TestDatabases {
  readonly root: string
  at(name: string): string
  /** A program of its own, as with the product: another process, a log, the product's settings. */
  write(name?: string): Promise<DatabaseWriter>
  close(): Promise<void>
}

export interface DatabaseWriter {
  /** In one go; settles when all of it is done. */
  run(...statements: readonly Statement[]): Promise<void>
  /** As a crash would end it: the log stays as it is. */
  kill(): Promise<void>
}

export const PRAGMAS = 'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000; PRAGMA foreign_keys=OFF'

const PROGRAM = `
import { DatabaseSync } from 'node:sqlite'
import { createInterface } from 'node:readline'
const database = new DatabaseSync(process.argv[1])
database.exec(${JSON.stringify(PRAGMAS)})
console.log('null')
for await (const line of createInterface({ input: process.stdin })) {
  let failed = null
  try {
    for (const [sql, ...values] of JSON.parse(line)) {
      if (values.length > 0) database.prepare(sql).run(...values)
      else database.exec(sql)
    }
  } catch (error) {
    failed = error.message
  }
  console.log(JSON.stringify(failed))
}`

export function makeTestDatabases(): TestDatabases {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'understory-store-')))
  const root = join(folder, 'opencode')
  mkdirSync(root)
  const writers: DatabaseWriter[] = []
  return {
    root,
    at: (name) => join(root, name),
    async write(name = 'opencode.db') {
      const writer = await startWriter(join(root, name))
      writers.push(writer)
      return writer
    },
    async close() {
      for (const writer of writers) await writer.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startWriter(path: string): Promise<DatabaseWriter> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  const replies = repliesOf(child)
  await replies()
  return {
    async run(...statements) {
      child.stdin?.write(`${JSON.stringify(statements)}\n`)
      const failed = JSON.parse(await replies())
      if (failed !== null) throw new Error(failed)
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

function repliesOf(child: ChildProcess): () => Promise<string> {
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const next = waiting.shift()
      if (next) next(line)
      else lines.push(line)
    }
  })
  return () => new Promise((resolve) => (lines.length > 0 ? resolve(lines.shift() ?? '') : waiting.push(resolve)))
}

/** A recorded database, as rows. */
export function readRecorded(path: string): {
  readonly schema: readonly Statement[]
  rows(table: string): readonly Record<string, SQLInputValue>[]
} {
  const database = new DatabaseSync(`file:${path}?immutable=1`, { readOnly: true })
  const all = (sql: string) => database.prepare(sql).all() as Record<string, SQLInputValue>[]
  const tables = new Set(all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name)))
  const schema = all('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').map(({ sql }): Statement => [String(sql)])
  const kept = new Map([...tables].map((name) => [name, all(`SELECT * FROM "${name}"`)]))
  database.close()
  return { schema, rows: (table) => kept.get(table) ?? [] }
}

/** Puts a row in, or in the place of the one with its id. */
export function upsert(table: string, row: Readonly<Record<string, SQLInputValue>>): Statement {
  const names = Object.keys(row)
  const set = names.map((name) => `"${name}" = excluded."${name}"`).join(', ')
  const key = table === 'event_sequence' ? 'aggregate_id' : 'id'
  const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})
    ON CONFLICT ("${key}") DO UPDATE SET ${set}`
  return [sql, ...Object.values(row)]
}
