/** What one look brought. */
export interface Look {
  /** Something was found that was not known. */
  readonly isNews: boolean
}

/** How long after a look the next one follows; and after a bell, so that what rang is complete. */
const REGULAR_MS = 100
const CALM_MS = 500
const AFTER_BELL_MS = 4
/** However often the bell rings, and however much there is to read: so long between two looks, so many times what the last one took. */
const APART_MS = 20
const APART_SHARE = 12
/** After so long without news the bell alone must wake us in time. */
const CALM_AFTER_MS = 30_000

/** Looks regularly, because only that is sure, and at once when the bell rings, because that is soon. */
export class LookingLoop {
  readonly #look: () => Look
  #timer: NodeJS.Timeout | null = null
  #dueAt = 0
  #lookedAt = 0
  #apartMs = APART_MS
  #newsAt: number
  #rangAt = Number.NEGATIVE_INFINITY
  #hasBell = false
  #isClosed = false

  constructor(look: () => Look) {
    this.#look = look
    this.#newsAt = performance.now()
    this.#arm(REGULAR_MS)
  }

  /** Whether news were ever announced, and not found first by a regular look since. */
  get hasBell(): boolean {
    return this.#hasBell
  }

  ring(): void {
    const now = performance.now()
    this.#rangAt = now
    const at = Math.max(now + AFTER_BELL_MS, this.#lookedAt + this.#apartMs)
    if (at < this.#dueAt) this.#arm(at - now)
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #arm(delayMs: number): void {
    if (this.#isClosed) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#dueAt = performance.now() + delayMs
    this.#timer = setTimeout(() => this.#run(), delayMs)
  }

  #run(): void {
    const wasRung = this.#rangAt >= this.#lookedAt
    const began = performance.now()
    const { isNews } = this.#look()
    const now = performance.now()
    this.#apartMs = Math.min(REGULAR_MS, Math.max(APART_MS, APART_SHARE * (now - began)))
    this.#lookedAt = now
    if (isNews) {
      this.#newsAt = now
      this.#hasBell = wasRung
    }
    this.#arm(this.#hasBell && now - this.#newsAt > CALM_AFTER_MS ? CALM_MS : REGULAR_MS)
  }
}
