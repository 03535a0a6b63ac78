import { DatabaseSync } from 'node:sqlite'

/** The session that is written to; it is gone when the writer closes. */
export const WRITTEN = 'ses_ffffffffffff00000000written'

/** Writes as the product does: one transaction for a part, its entry in the log and the number of that. */
export function openStoreWriter(path: string): { commit(n: number): void; close(): void } {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000')
  const clean = (): void => {
    const tables = {
      event: 'aggregate_id',
      event_sequence: 'aggregate_id',
      part: 'session_id',
      message: 'session_id',
      session: 'id',
    }
    for (const [table, column] of Object.entries(tables))
      database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(WRITTEN)
  }
  clean()
  const now = Date.now()
  const session = `INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated)
    VALUES (?, 'global', 'written', '/home/dev/acme', 'Written', '1.18.34', ?, ?)`
  database.prepare(session).run(WRITTEN, now, now)
  database.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run('msg_written', WRITTEN, now, now, '{"role":"assistant"}')
  const part = database.prepare(`INSERT INTO part VALUES (?, 'msg_written', ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET data = excluded.data, time_updated = excluded.time_updated`)
  const sequence = database.prepare(
    'INSERT INTO event_sequence (aggregate_id, seq) VALUES (?, ?) ON CONFLICT (aggregate_id) DO UPDATE SET seq = excluded.seq',
  )
  const event = database.prepare("INSERT INTO event VALUES (?, ?, ?, 'message.part.updated.1', ?)")
  return {
    commit(n) {
      const at = Date.now()
      // Each part is written four times, as a tool's states are.
      const id = `prt_written${Math.floor(n / 4)}`
      const data = { type: 'tool', tool: 'bash', state: { status: 'running', n, output: 'x'.repeat(600) } }
      database.exec('BEGIN IMMEDIATE')
      part.run(id, WRITTEN, at, at, JSON.stringify(data))
      sequence.run(WRITTEN, n)
      event.run(
        `evt_written${n}`,
        WRITTEN,
        n,
        JSON.stringify({ sessionID: WRITTEN, part: { id, messageID: 'msg_written', ...data }, time: at }),
      )
      database.exec('COMMIT')
    },
    close() {
      clean()
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}
