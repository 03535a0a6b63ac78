import { FolderBells } from '../../FolderBells'

/** After a bell, so that what rang is complete; and between two looks, however often it rings. */
const AFTER_BELL_MS = 4
const APART_MS = 20
/** Bells may stay silent; one that fell silent is not missed for longer. */
const REGULAR_MS = 2000

/** Looks when a bell of a folder rings, and now and then all the same. */
export class StreamWatch {
  readonly #look: () => void
  readonly #folders: () => readonly string[]
  readonly #bells = new FolderBells(() => this.#ring())
  readonly #regular: NodeJS.Timeout
  #due: NodeJS.Timeout | null = null
  #lookedAt = Number.NEGATIVE_INFINITY

  /** `folders`: in which something may happen soon, the most important first. */
  constructor(folders: () => readonly string[], look: () => void) {
    this.#folders = folders
    this.#look = look
    this.#regular = setInterval(() => this.#run(), REGULAR_MS)
    // Whoever only watches a session must be able to end when it has ended.
    this.#regular.unref()
    this.#bells.hang(folders())
  }

  close(): void {
    clearInterval(this.#regular)
    if (this.#due) clearTimeout(this.#due)
    this.#bells.close()
  }

  #ring(): void {
    if (this.#due) return
    const wait = this.#lookedAt + APART_MS - performance.now()
    this.#due = setTimeout(() => this.#run(), Math.max(AFTER_BELL_MS, wait))
  }

  #run(): void {
    if (this.#due) clearTimeout(this.#due)
    this.#due = null
    this.#lookedAt = performance.now()
    // Hung before the look: what changes between the two would ring no bell.
    this.#bells.hang(this.#folders())
    this.#look()
    // What the look found for the first time has no bell yet.
    this.#bells.hang(this.#folders())
  }
}
