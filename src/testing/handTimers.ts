import type { Timers } from '../engine/every'

/** Time that passes only when it is told to. */
export function handTimers(startAt = 0): Timers & { pass(ms: number): void } {
  let now = startAt
  const due: { at: number; run: () => void }[] = []
  const add = (at: number, run: () => void) => {
    const entry = { at, run }
    due.push(entry)
    return () => void due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0)
  }
  return {
    now: () => now,
    after: (delayMs, run) => add(now + delayMs, run),
    soon: (run) => add(now, run),
    pass(ms) {
      const end = now + ms
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        due.splice(due.indexOf(next), 1)
        now = next.at
        next.run()
      }
      now = end
    },
  }
}
