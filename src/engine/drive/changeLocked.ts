import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { takeLockDatabase } from '../../keeper/lockDatabase'

/** Whoever has it reads and writes one small file. */
const PATIENCE_MS = 1000

/** Reads, changes and writes while no other program of ours does: of two that do so at once, one would lose what the other said. */
export function changeLocked<T>(path: string, work: () => T): T {
  const lock = lockOf(`${path}.lock`)
  try {
    return work()
  } finally {
    lock?.release()
  }
}

/** Null: its holder does not move (a stopped process), or there is no place for a lock: then what is to be kept is kept without. */
function lockOf(path: string): { release(): void } | null {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Made by the database it would be open to whoever the system lets read new files.
    closeSync(openSync(path, 'a', 0o600))
    return takeLockDatabase(path, { waitMs: PATIENCE_MS })
  } catch {
    return null
  }
}
