import type { StoreCursor } from '../../../core/sourceStore'

/** How far a session of a database was read. */
export class StoredCursor implements StoreCursor {
  readonly kind = 'store-cursor'
  readonly identity: number
  /** The last number of its log that is told; null: it had no log. */
  readonly seq: number | null
  /** How many rows it had; told only where the log is what is followed. */
  readonly count: number
  /** The session's record as it was told. */
  readonly session: string
  /** Every row that was told, where no log says what changed. */
  readonly rows: ToldRows | null
  /** Messages of a first reading that are still to be told, in order; null: it is complete. */
  readonly left: readonly string[] | null

  constructor(told: Omit<StoredCursor, 'kind'>) {
    this.identity = told.identity
    this.seq = told.seq
    this.count = told.count
    this.session = told.session
    this.rows = told.rows
    this.left = told.left
  }
}

/** What was told of each row: enough to see that it is another now. */
export class ToldRows {
  /** Record's id → its stamp and length. */
  readonly stamps = new Map<string, string>()
  /** What the rows with the latest stamp said: they may be written again in the same millisecond. */
  readonly #latest = new Map<string, string>()
  #newest = 0

  tell(id: string, updated: number, lengthBytes: number, json: Buffer): void {
    this.stamps.set(id, `${updated} ${lengthBytes}`)
    if (updated > this.#newest) {
      this.#newest = updated
      this.#latest.clear()
    }
    if (updated === this.#newest) this.#latest.set(id, fingerprint(json))
  }

  /** It is what `before` told. */
  keep(before: ToldRows, id: string, updated: number): void {
    this.stamps.set(id, before.stamps.get(id) ?? '')
    if (updated > this.#newest) {
      this.#newest = updated
      this.#latest.clear()
    }
    const said = before.#latest.get(id)
    if (updated === this.#newest && said !== undefined) this.#latest.set(id, said)
  }

  /** `json`: asked for only where stamp and length do not decide. */
  isTold(id: string, updated: number, lengthBytes: number, json: () => Buffer | null): boolean {
    if (this.stamps.get(id) !== `${updated} ${lengthBytes}`) return false
    const latest = this.#latest.get(id)
    if (latest === undefined || updated !== this.#newest) return true
    const now = json()
    return now !== null && fingerprint(now) === latest
  }
}

function fingerprint(bytes: Uint8Array): string {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return `${bytes.length} ${hash}`
}
