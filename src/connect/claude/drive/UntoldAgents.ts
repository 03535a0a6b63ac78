import type { Clock } from '../../clock'

type Course = (agent: string) => Promise<'working' | 'over' | 'unseen'>

const LOOK_MS = 1000
/** What has no transcript by then writes none. */
const UNSEEN_LOOKS = 15

/** Waits for agents of whose end no line tells. */
export class UntoldAgents {
  readonly #clock: Clock
  readonly #course: Course
  readonly #onOver: (agent: string) => void
  readonly #unseen = new Map<string, number>()
  #agents: readonly string[] = []
  #cancel: (() => void) | null = null
  #isClosed = false

  constructor(clock: Clock, course: Course, onOver: (agent: string) => void) {
    this.#clock = clock
    this.#course = course
    this.#onOver = onOver
  }

  watch(agents: readonly string[]): void {
    this.#agents = agents
    if (agents.length > 0 && !this.#isClosed) this.#cancel ??= this.#clock.after(LOOK_MS, () => void this.#look())
  }

  close(): void {
    this.#isClosed = true
    this.#cancel?.()
    this.#cancel = null
  }

  async #look(): Promise<void> {
    for (const agent of this.#agents) {
      const course = await this.#course(agent)
      if (this.#isClosed) return
      const looks = course === 'unseen' ? (this.#unseen.get(agent) ?? 0) + 1 : 0
      this.#unseen.set(agent, looks)
      if (course === 'over' || looks >= UNSEEN_LOOKS) this.#onOver(agent)
    }
    this.#cancel = null
    this.watch(this.#agents)
  }
}
