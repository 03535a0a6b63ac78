/** Time as a value; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Returns its cancel; cancelling twice is fine. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
