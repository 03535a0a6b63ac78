import { DatabaseSync } from 'node:sqlite'

export interface LockWish {
  /** How long it is waited for; nothing else of this program goes on meanwhile. */
  readonly waitMs?: number
  /** Beside others that share it too: together they keep out whoever wants it alone. */
  readonly isShared?: boolean
}

export interface HeldLock {
  /** Twice is fine. */
  release(): void
}

/**
 * Alone it is held by one at a time, over all processes; null: others have it. The system itself gives it back when its holder dies, however
 * it dies: a file with a number in it would have to be judged, and two that judge at once both win. The file is never removed: who opened it
 * before would hold a lock that nobody else sees.
 */
export function takeLockDatabase(path: string, { waitMs = 0, isShared = false }: LockWish = {}): HeldLock | null {
  const database = new DatabaseSync(path, { timeout: waitMs })
  let isHeld = true
  try {
    // An empty one is only ever read: nothing is written, no second file is made.
    database.exec(isShared ? 'BEGIN; SELECT 1 FROM sqlite_schema' : 'BEGIN EXCLUSIVE')
    return {
      release() {
        if (isHeld) database.close()
        isHeld = false
      },
    }
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked|busy/.test(error.message)) return null
    throw error
  }
}
