import type { Json } from '../core/readJson'
import { fail, ok, type Result } from '../shared/result'
import type { Clock } from './clock'

type Refusal = { readonly message: string }
type Answer = Result<Json, Refusal>

/** Some programs never answer what they do not know. */
const PATIENCE_MS = 10_000

export interface RequestLines {
  newId(): string
  write(line: string): Promise<Result<undefined, Refusal>>
}

/** Wishes that were put to a program and wait for its answer. */
export class PendingRequests {
  readonly #clock: Clock
  readonly #lines: RequestLines
  readonly #waiting = new Map<string, (answer: Answer) => void>()

  constructor(clock: Clock, lines: RequestLines) {
    this.#clock = clock
    this.#lines = lines
  }

  /** `name`: what is asked for, in the product's word. `patienceMs`: where an answer may take long. */
  async ask(name: string, lineOf: (id: string) => string, patienceMs = PATIENCE_MS): Promise<Answer> {
    const id = this.#lines.newId()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const settle = (answer: Answer): void => {
      cancel()
      this.#waiting.delete(id)
      resolve(answer)
    }
    const cancel = this.#clock.after(patienceMs, () =>
      settle(fail({ message: `It gave no answer to “${name}” for ${patienceMs / 1000} seconds.` })),
    )
    this.#waiting.set(id, settle)
    const written = await this.#lines.write(lineOf(id))
    if (!written.ok) settle(written)
    return promise
  }

  hear(id: string, error: string | null, response: Json): void {
    this.#waiting.get(id)?.(error === null ? ok(response) : fail({ message: error }))
  }

  /** Nobody is there to answer any more. */
  close(): void {
    for (const settle of [...this.#waiting.values()]) settle(fail({ message: 'The session has ended.' }))
  }
}
