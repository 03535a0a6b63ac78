import { lookAtDatabase } from './lookAtDatabase'
import { ReadOnlyDatabase } from './readOnlyDatabase'
import { sqliteFault } from './sqliteFault'

export type Reached<T> =
  | { readonly kind: 'reached'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** What one connection may know of itself. */
export interface Reach {
  /** Changes when another database lies there. */
  readonly identity: number
  /** Changes when something was committed. */
  readonly version: string
}

const ATTEMPTS = 3

/** The way to a database that may be missing, replaced, written or half made at any moment. */
export class DatabaseReach {
  readonly #path: string
  #database: ReadOnlyDatabase | null = null
  #signature = ''
  #generation = 0

  constructor(path: string) {
    this.#path = path
  }

  /** `onAgain`: what `work` told so far was read while somebody wrote; it is done once more. */
  use<T>(work: (database: ReadOnlyDatabase, reach: Reach) => T, onAgain: () => void = () => undefined): Reached<T> {
    let reason = 'is being written'
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) onAgain()
      const look = lookAtDatabase(this.#path)
      const { kind, identity, signature } = look
      if (kind === 'missing' || kind === 'busy') {
        this.close()
        return kind === 'missing' ? { kind } : { kind: 'unreadable', reason }
      }
      try {
        const database = this.#connect(kind, signature)
        const version = kind === 'shared' ? `${this.#generation} ${database.dataVersion()}` : signature
        const value = work(database, { identity, version })
        // Whoever opens the database next must not meet a reader without locks.
        if (kind === 'leftover') this.close()
        // Where nothing was locked, only this tells that nobody wrote meanwhile.
        if (kind === 'shared' || lookAtDatabase(this.#path).signature === signature) return { kind: 'reached', value }
      } catch (error) {
        const fault = sqliteFault(error)
        if (fault === null) throw error
        reason = fault
      }
      this.close()
    }
    return { kind: 'unreadable', reason }
  }

  close(): void {
    const database = this.#database
    this.#database = null
    this.#signature = ''
    try {
      database?.close()
    } catch (error) {
      if (sqliteFault(error) === null) throw error
    }
  }

  #connect(kind: 'shared' | 'still' | 'leftover', signature: string): ReadOnlyDatabase {
    if (this.#database && this.#signature === signature) return this.#database
    this.close()
    this.#database = new ReadOnlyDatabase(this.#path, kind)
    this.#signature = signature
    this.#generation++
    return this.#database
  }
}
