import type { Clock } from '../../clock'

/** What was not answered is asked for again, each time after a longer while. */
export interface AskAgain {
  later(id: string, ask: () => void): void
  /** It was answered: the next failure begins anew. */
  answered(id: string): void
  close(): void
}

const FIRST_MS = 1000
/** A server that answers for none of hundreds is asked no more often than that. */
const LONGEST_MS = 300_000

export function askAgain(clock: Clock): AskAgain {
  const delays = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  return {
    later(id, ask) {
      const delayMs = delays.get(id) ?? FIRST_MS
      delays.set(id, Math.min(delayMs * 2, LONGEST_MS))
      waiting.get(id)?.()
      const run = (): void => {
        waiting.delete(id)
        ask()
      }
      waiting.set(id, clock.after(delayMs, run))
    },
    answered: (id) => void delays.delete(id),
    close() {
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
    },
  }
}
