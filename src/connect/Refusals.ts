import { oneLine } from './oneLine'

/** What of a session was refused here because nobody could be shown it: a person is told so, until its next turn. */
export class Refusals {
  /** What each request is about; all of them, for what is refused may be known before it is heard. */
  readonly #asked = new Map<string, string>()
  readonly #refused = new Set<string>()
  #open: readonly string[] = []
  #turn: string | null = null

  asked(id: string, words: string): void {
    this.#asked.set(id, words)
    if (this.#refused.has(id)) this.#tell(id)
  }

  answered(id: string, isRefused: boolean): void {
    if (!isRefused || this.#refused.has(id)) return
    this.#refused.add(id)
    this.#tell(id)
  }

  /** A turn began; the same one may be told several times. */
  forget(turn: string | null = null): void {
    if (turn !== null && turn === this.#turn) return
    this.#turn = turn
    this.#open = []
  }

  words(): string | null {
    if (this.#open.length === 0) return null
    return `It asked for something that cannot be shown here, and was refused: ${this.#open.join('; ')}.`
  }

  #tell(id: string): void {
    const words = this.#asked.get(id)
    if (words !== undefined) this.#open = [...this.#open, oneLine(words)]
  }
}
