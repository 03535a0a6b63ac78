import { existsSync } from 'node:fs'
import { ReadOnlyDatabase } from '../store/readOnlyDatabase'

/** The folders of sessions with an answer that nobody has finished, touched since a time in milliseconds. Nothing when it cannot be read. */
export function unfinishedDirectories(databasePath: string, since: number): string[] {
  // Without its log nobody has it open, and then no server works with it.
  if (!existsSync(`${databasePath}-wal`) || !existsSync(`${databasePath}-shm`)) return []
  let database: ReadOnlyDatabase | null = null
  try {
    database = new ReadOnlyDatabase(databasePath, 'shared')
    return database
      .all(UNFINISHED, since)
      .flatMap(([directory]) => (typeof directory === 'string' && directory !== '' ? [directory] : []))
  } catch {
    // Older than the tables, in the middle of its first start, or locked: the server will speak for itself.
    return []
  } finally {
    database?.close()
  }
}

const UNFINISHED = `
  SELECT DISTINCT directory FROM session
  WHERE time_updated >= ? AND EXISTS (
    SELECT 1 FROM message WHERE message.session_id = session.id
      AND CASE WHEN json_valid(message.data) THEN json_extract(message.data, '$.role') = 'assistant'
        AND json_extract(message.data, '$.time.completed') IS NULL END)`
