/** Messages that were written and are not part of a turn yet. */
export class MessageQueue {
  /** By their ids, in the order in which they were written. */
  readonly #queued = new Map<string, string>()
  readonly #started = new Set<string>()
  /** It says of each message what becomes of it. */
  #tellsLifecycle = false

  get size(): number {
    return this.#queued.size
  }

  wrote(uuid: string, text: string): void {
    if (!this.#started.has(uuid)) this.#queued.set(uuid, text)
  }

  start(uuid: string): void {
    this.#started.add(uuid)
    this.#queued.delete(uuid)
  }

  /** `isStarted`: it is told, and in a turn now or over. */
  tell(uuid: string | null, isStarted: boolean): void {
    this.#tellsLifecycle = true
    if (uuid !== null && isStarted) this.start(uuid)
  }

  /** Releases without a lifecycle name the message of a turn when it is half over: until then it is the one that waited longest. */
  startFirst(): void {
    const [first] = [...this.#queued.keys()]
    if (first !== undefined && !this.#tellsLifecycle) this.start(first)
  }

  /** They may melt several into one turn: what was written before the named one is in it. */
  startNamed(uuid: string | null): void {
    if (uuid === null) return
    const known = [...this.#queued.keys()]
    const before = this.#tellsLifecycle ? [] : known.slice(0, Math.max(0, known.indexOf(uuid)))
    for (const one of [...before, uuid]) this.start(one)
  }

  /** The first one starts a turn by itself: only what comes behind it waits. */
  waiting(isInTurn: boolean): { readonly id: string; readonly text: string }[] {
    const all = [...this.#queued].map(([id, text]) => ({ id, text }))
    return isInTurn ? all : all.slice(1)
  }
}
