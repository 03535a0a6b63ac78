import { DatabaseSync } from 'node:sqlite'

/** What somebody has to write for it to change; its counts and times the product mends by itself, also after a turn. */
const SESSION = 'SELECT id, parent_id, directory, title, version, agent, model, revert, permission FROM session WHERE id = ?'

/** Everything that is stored of a session itself, as text, without what OpenCode adds to it on its own once a turn is over. */
export function rowsOf(database: string, session: string): string {
  const db = new DatabaseSync(database, { readOnly: true, timeout: 5000 })
  try {
    const all = ['message', 'part'].map((table) =>
      db
        .prepare(`SELECT id, session_id, json_remove(data, '$.summary') AS data FROM ${table} WHERE session_id = ? ORDER BY id`)
        .all(session),
    )
    return JSON.stringify([db.prepare(SESSION).all(session), ...all])
  } finally {
    db.close()
  }
}
