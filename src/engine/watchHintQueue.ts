import type { Timers } from './every'
import { systemTimers } from './every'

export interface HintQueue {
  hint(path: string): void
  /** Drops what waits; nothing is handed over afterwards. */
  close(): void
}

export interface HintQueueOptions {
  readonly onBatch: (paths: readonly string[]) => void
  readonly intervalMs?: number
  readonly timers?: Timers
}

/** The first hint after a silence goes out at once, together with those of the same turn; then one batch per interval. */
export function createHintQueue({ onBatch, intervalMs = 16, timers = systemTimers }: HintQueueOptions): HintQueue {
  let waiting = new Set<string>()
  let cancel: (() => void) | undefined
  let isClosed = false
  const flush = (): void => {
    cancel = undefined
    if (waiting.size === 0) return
    const paths = [...waiting]
    waiting = new Set()
    // Set before the hand-over: hints that onBatch itself causes must wait for their interval, or a busy file spins here.
    cancel = timers.after(intervalMs, flush)
    onBatch(paths)
  }
  return {
    hint(path) {
      if (isClosed) return
      waiting.add(path)
      cancel ??= timers.soon(flush)
    },
    close() {
      isClosed = true
      waiting.clear()
      cancel?.()
      cancel = undefined
    },
  }
}
