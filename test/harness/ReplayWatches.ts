import { openWatch, type Watch } from './openWatch'
import type { ExpectedRun } from './recordings'
import type { Environment } from './workspace'

/** Who holds a run is asked once a second. */
const LIVE_LIMIT_MS = 3_000

/** The watches of one replay: one on the live runs, one for each run, and for each one that came late. */
export class ReplayWatches {
  readonly ofRun = new Map<string, Watch>()
  readonly late = new Map<string, Watch>()
  readonly live: Watch | null
  /** When each run was first held by a living process. */
  readonly liveSince = new Map<string, number>()
  private readonly env: Environment

  constructor(env: Environment, live: Watch | null) {
    this.env = env
    this.live = live
  }

  async open(run: ExpectedRun): Promise<void> {
    if (!this.ofRun.has(run.uri)) this.ofRun.set(run.uri, await openWatch([run.uri], this.env))
  }

  async openLate(run: ExpectedRun): Promise<void> {
    if (!this.late.has(run.uri)) this.late.set(run.uri, await openWatch([run.uri], this.env))
  }

  noteLive(run: string): void {
    if (!this.liveSince.has(run)) this.liveSince.set(run, Date.now())
  }

  /** Until the watch on live runs has said so of each, or for as long as that may take: whether it has, is judged later. */
  async untilLive(runs: readonly ExpectedRun[]): Promise<void> {
    const { live } = this
    const areLive = () => runs.every((run) => live?.ledger.wereLive.has(run.uri))
    await live?.until('the runs to be live', areLive, LIVE_LIMIT_MS).catch(() => null)
  }

  /** Every breach of what holds for any watch. To be asked once they are closed. */
  faults(): string[] {
    return this.all().flatMap((watch) => watch.ledger.faults)
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((watch) => watch.close()))
  }

  private all(): Watch[] {
    return [...this.ofRun.values(), ...this.late.values(), ...(this.live ? [this.live] : [])]
  }
}
