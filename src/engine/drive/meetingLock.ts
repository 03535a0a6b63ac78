import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type HeldLock, takeLockDatabase } from '../../keeper/lockDatabase'

/** Over all programs of a state folder: nothing that serves many ends while somebody is about to use it. */
export interface MeetingLock {
  /** While something is started or met. Any number at once; an end that is under way is waited for. */
  meet<T>(start: () => Promise<T>): Promise<T>
  /** Alone; not at all where anybody meets. */
  alone(end: () => Promise<void>): Promise<void>
}

const RETRY_MS = 50
/** The whole ladder of an end. What holds it up for longer does not move, and what is met is looked at anew in any case. */
const PATIENCE_MS = 12_000

export function meetingLock(stateFolder: string): MeetingLock {
  const folder = join(stateFolder, 'drive')
  const take = (isShared: boolean): HeldLock | null => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return takeLockDatabase(join(folder, 'meeting.lock'), { isShared })
  }
  return {
    async meet(start) {
      let lock = take(true)
      for (let waitedMs = 0; lock === null && waitedMs < PATIENCE_MS; waitedMs += RETRY_MS) {
        await wait(RETRY_MS)
        lock = take(true)
      }
      try {
        return await start()
      } finally {
        lock?.release()
      }
    },
    async alone(end) {
      const lock = take(false)
      if (lock === null) return
      try {
        await end()
      } finally {
        lock.release()
      }
    },
  }
}
