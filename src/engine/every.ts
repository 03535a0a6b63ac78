/** Time as a value: the wall clock and the two ways to be called later. Tests pass their own. */
export interface Timers {
  now(): number
  /** Returns its cancel; cancelling twice is fine. */
  after(delayMs: number, run: () => void): () => void
  /** After the events that are already waiting, before any timer. */
  soon(run: () => void): () => void
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  soon: (run) => {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  },
}

/** Runs again and again, `lateMs` telling how much later than asked. The next wait starts when the run has ended. */
export function every(
  intervalMs: number,
  run: (lateMs: number) => void | Promise<void>,
  timers: Timers = systemTimers,
): { close(): void } {
  let isClosed = false
  let cancel = (): void => undefined
  const schedule = (): void => {
    // Without this a run that outlives close() would bring the timer back to life.
    if (isClosed) return
    const dueAt = timers.now() + intervalMs
    cancel = timers.after(intervalMs, () => {
      const running = run(Math.max(0, timers.now() - dueAt))
      if (running instanceof Promise) void running.finally(schedule)
      else schedule()
    })
  }
  schedule()
  return {
    close() {
      isClosed = true
      cancel()
    },
  }
}

/** Lets everything else that is ready have its turn. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
