import type { FromKeeper } from '../shared/keeperMessages'
import type { HeldChild } from './heldChild'
import { type Holdings, openHoldings } from './holdings'
import { type FarewellRequest, KeeperVisit } from './keeperVisit'
import type { LineSocket } from './lineSocket'

export interface KeepTimes {
  /** Without anything to hold it ends after this. */
  readonly idleMs: number
  /** The steps of the ladder where nobody named others. */
  readonly stepMs: number
}

export interface KeepOptions {
  readonly home: string
  readonly times: KeepTimes
  isToken(text: string): boolean
  /** Nothing is held, and nothing more is taken. */
  onEnd(): void
}

/** Who visits, what is held, and when it is time to stop it or to end. A class: all three change together. */
export class Keep {
  readonly #options: KeepOptions
  readonly #visits = new Set<KeeperVisit>()
  readonly #holdings: Holdings
  #graceMs = 60_000
  #grace: NodeJS.Timeout | null = null
  #idle: NodeJS.Timeout | null = null
  #isEnded = false

  constructor(options: KeepOptions) {
    this.#options = options
    this.#holdings = openHoldings(options.home, {
      onChanged: (state) => {
        this.#tellAll({ kind: 'changed', state })
        this.#judge()
      },
      onForgotten: (launch) => this.#tellAll({ kind: 'forgotten', launch }),
    })
    this.#judge()
  }

  /** Returns what hears its lines. */
  visit(line: LineSocket): { hear(message: unknown): void; close(): void } {
    const visit = new KeeperVisit(line, {
      holdings: this.#holdings,
      isToken: this.#options.isToken,
      onWelcome: () => this.#judge(),
      farewell: (leaving, request) => this.#farewell(leaving, request),
    })
    this.#visits.add(visit)
    return {
      hear: (message) => {
        // What comes after the last look is not done, and so not answered.
        if (!this.#isEnded) visit.hear(message)
      },
      close: () => {
        // Gone without a word counts as a crash: its time to come back begins now.
        if (visit.isWelcome) this.#graceMs = visit.graceMs
        this.#visits.delete(visit)
        visit.close()
        this.#judge()
      },
    }
  }

  /** Stops everything, then ends. */
  async stopAll(because: string): Promise<void> {
    await this.#stop(this.#holdings.running, because, this.#options.times.stepMs)
    this.#end()
  }

  #judge(): void {
    if (this.#isEnded) return
    const { idleMs, stepMs } = this.#options.times
    if (!this.#holdings.isEmpty) this.#idle = cancelled(this.#idle)
    else this.#idle ??= setTimeout(() => this.#end(), idleMs)
    const unkept = (): readonly HeldChild[] => this.#holdings.running.filter((child) => !child.state.isKept)
    const isAlone = ![...this.#visits].some((visit) => visit.isWelcome)
    if (!isAlone || unkept().length === 0) this.#grace = cancelled(this.#grace)
    else this.#grace ??= setTimeout(() => void this.#stop(unkept(), 'the app was gone', stepMs), this.#graceMs)
  }

  async #stop(children: readonly HeldChild[], because: string, stepMs: number): Promise<void> {
    await Promise.all(children.map((child) => this.#holdings.stop(child, { lastText: null, stepMs, because })))
  }

  /** What another engine has started stays with that one, as long as it is here. */
  async #farewell(leaving: KeeperVisit, { intent, stepMs }: FarewellRequest): Promise<void> {
    const isLast = [...this.#visits].every((visit) => visit === leaving || !visit.isWelcome)
    const its = this.#holdings.running.filter((child) => isLast || leaving.started.has(child.state.id))
    switch (intent) {
      case 'leave':
        return
      case 'keep':
        for (const child of its) child.note({ isKept: true })
        return
      case 'stop':
        await this.#stop(its, 'the app was closed', stepMs)
        // Not before the answer is on its way.
        if (isLast && this.#holdings.isEmpty) setImmediate(() => this.#end())
        return
      default:
        return intent satisfies never
    }
  }

  #end(): void {
    if (this.#isEnded) return
    // Between the last look and this one something may have been started.
    if (!this.#holdings.isEmpty) return this.#judge()
    this.#isEnded = true
    this.#grace = cancelled(this.#grace)
    this.#idle = cancelled(this.#idle)
    this.#tellAll({ kind: 'bye' })
    this.#options.onEnd()
  }

  #tellAll(message: FromKeeper): void {
    for (const visit of this.#visits) if (visit.isWelcome) visit.tell(message)
  }
}

function cancelled(timer: NodeJS.Timeout | null): null {
  if (timer) clearTimeout(timer)
  return null
}
