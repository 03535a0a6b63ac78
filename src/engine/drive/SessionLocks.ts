import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { takeLockDatabase } from '../../keeper/lockDatabase'

/** Between a start and the moment from which everybody can see it, nobody else of ours may start the same session. */
export class SessionLocks {
  private readonly folder: string

  constructor(stateFolder: string) {
    this.folder = join(stateFolder, 'drive', 'locks')
  }

  /** Null: somebody else is at it. Otherwise how to give it back; twice is fine. */
  take(session: string): (() => void) | null {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const name = createHash('sha256').update(session).digest('hex').slice(0, 32)
    const lock = takeLockDatabase(join(this.folder, `${name}.lock`))
    return lock && (() => lock.release())
  }
}
