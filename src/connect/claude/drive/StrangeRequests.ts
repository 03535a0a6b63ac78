import type { TalkLine } from './talkLine'

/**
 * Requests that nobody here can show to a person: unanswered, the session would wait for ever. Permissions are never among them, and what
 * was refused is told to the person.
 */
export class StrangeRequests {
  readonly #refuse: (line: string) => void
  readonly #open = new Set<string>()
  /** Before all old lines are read, one may still turn out to be withdrawn. */
  #isCaughtUp = false

  constructor(refuse: (line: string) => void) {
    this.#refuse = refuse
  }

  /** `isShown`: it was answered, or a person is asked. */
  hear(line: TalkLine, isShown: (id: string) => boolean): void {
    if (line.kind === 'withdrawn' || line.kind === 'answered') this.#open.delete(line.id)
    if (line.kind !== 'asked' || line.request['subtype'] === 'can_use_tool' || isShown(line.id)) return
    this.#open.add(line.id)
    if (this.#isCaughtUp) this.#refuseAll()
  }

  catchUp(): void {
    this.#isCaughtUp = true
    this.#refuseAll()
  }

  #refuseAll(): void {
    for (const id of [...this.#open]) {
      this.#open.delete(id)
      const response = { subtype: 'error', request_id: id, error: 'this client cannot show such a dialog' }
      this.#refuse(JSON.stringify({ type: 'control_response', response }))
    }
  }
}
