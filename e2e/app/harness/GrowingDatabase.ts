import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { recordedOrder } from '../../../src/connect/opencode/store/recordedOrder'
import { PRAGMAS, type Statement } from '../../../src/connect/opencode/store/testDatabases'
import type { Recording } from '../../../test/harness/recordings'

/** A recorded database that is written again, commit by commit, while the app looks; as if it had begun a moment ago. */
export class GrowingDatabase {
  private readonly database: DatabaseSync
  private readonly due: (readonly Statement[])[]

  /** `root`: the data folder that the product is given. `texts`: what stands there instead of recorded texts. */
  constructor(recording: Recording, root: string, texts: Readonly<Record<string, string>> = {}) {
    const folder = join(root, 'opencode')
    mkdirSync(folder, { recursive: true })
    const { schema, commits } = recordedOrder(join(recording.root, 'opencode'))
    this.due = mapTexts(moved(commits, Date.now() - 10_000), (value) => reworded(value, texts))
    this.database = new DatabaseSync(join(folder, 'opencode.db'))
    this.database.exec(PRAGMAS)
    this.commit(schema)
  }

  /** Everything up to the first commit that holds these words. */
  writeUntil(words: string): void {
    while (this.due[0] && !holds(this.due[0], words)) this.writeNext()
    if (this.due.length === 0) throw new Error(`nothing in the recording holds ${words}`)
  }

  writeNext(): void {
    const next = this.due.shift()
    if (next) this.commit(next)
  }

  writeRest(): void {
    while (this.due.length > 0) this.writeNext()
  }

  close(): void {
    this.database.close()
  }

  private commit(statements: readonly Statement[]): void {
    this.database.exec('BEGIN')
    for (const [sql, ...values] of statements) {
      if (values.length > 0) this.database.prepare(sql).run(...values)
      else this.database.exec(sql)
    }
    this.database.exec('COMMIT')
  }
}

function holds(statements: readonly Statement[], words: string): boolean {
  return statements.some(([, ...values]) => values.some((value) => typeof value === 'string' && value.includes(words)))
}

/** Moments in milliseconds, in columns and in texts. */
const MOMENT = /\b1[78]\d{11}\b/g

function moved(commits: readonly (readonly Statement[])[], beginsAt: number): (readonly Statement[])[] {
  const moments = commits.flat().flatMap(([, ...values]) => values.flatMap((value) => String(value).match(MOMENT) ?? []))
  const offset = beginsAt - Math.min(...moments.map(Number))
  const later = (value: SQLInputValue): SQLInputValue => {
    if (typeof value === 'number' && String(value).match(MOMENT)) return value + offset
    return typeof value === 'string' ? value.replace(MOMENT, (moment) => String(Number(moment) + offset)) : value
  }
  return mapTexts(commits, later)
}

function reworded(value: SQLInputValue, texts: Readonly<Record<string, string>>): SQLInputValue {
  if (typeof value !== 'string') return value
  const said = (text: string): string => `"text":${JSON.stringify(text)}`
  return Object.entries(texts).reduce((all, [before, after]) => all.replaceAll(said(before), () => said(after)), value)
}

function mapTexts(
  commits: readonly (readonly Statement[])[],
  change: (value: SQLInputValue) => SQLInputValue,
): (readonly Statement[])[] {
  return commits.map((statements) => statements.map(([sql, ...values]): Statement => [sql, ...values.map(change)]))
}
