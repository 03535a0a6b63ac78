import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Witness } from '../Witness'
import { taskCall } from './taskCall'

interface SessionLine {
  readonly id: string
  readonly parent_id: string | null
}

interface PartLine {
  readonly session_id: string
  readonly data: string
}

interface Reader {
  readonly database: DatabaseSync
  readonly version: StatementSync
  readonly sessions: StatementSync
  /** Not what a fork has copied: those are older than the session they lie in. */
  readonly calls: StatementSync
}

const CALLS = `SELECT p.session_id, p.data FROM part p JOIN message m ON m.id = p.message_id JOIN session s ON s.id = p.session_id
  WHERE p.data LIKE '%"tool":"task"%' AND m.time_created >= s.time_created`

function openReader(path: string): Reader | null {
  let database: DatabaseSync
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 500 })
  } catch {
    return null
  }
  try {
    return {
      database,
      version: database.prepare('PRAGMA data_version'),
      sessions: database.prepare('SELECT id, parent_id FROM session ORDER BY time_created'),
      calls: database.prepare(CALLS),
    }
  } catch {
    // The file is there before its tables are.
    database.close()
    return null
  }
}

/** Looks into the database of OpenCode 1.2 and later. */
export class DatabaseWitness extends Witness {
  private readonly path: string
  private reader: Reader | null = null
  private version: unknown = null

  constructor(root: string) {
    super()
    this.path = join(root, 'opencode', 'opencode.db')
  }

  override stop(): void {
    super.stop()
    this.reader?.database.close()
    this.reader = null
  }

  protected override read(): void {
    this.reader ??= openReader(this.path)
    const version = this.reader?.version.get()?.['data_version']
    if (!this.reader || version === this.version) return
    this.version = version
    for (const line of this.reader.sessions.all() as unknown as SessionLine[]) this.seeThread(line.id, line.parent_id)
    for (const line of this.reader.calls.all() as unknown as PartLine[]) {
      const call = taskCall(line.session_id, JSON.parse(line.data))
      if (call) this.seeCall(call)
    }
  }
}
