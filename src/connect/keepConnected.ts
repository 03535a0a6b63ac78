import type { ChannelState } from '../core/liveChannel'
import type { Clock } from './clock'

/** How one attempt ended. `lost`: something is there but fell silent; `unreachable`: nobody is there; `foreign`: somebody else is. */
export interface Ending {
  readonly kind: 'lost' | 'unreachable' | 'refused' | 'foreign'
  readonly note: string | null
}

/** One attempt, from the first word to the last. */
export interface Life {
  readonly signal: AbortSignal
  /** Said once everything that is known at the beginning has been heard. */
  readonly onConnected: (version: string | null) => void
}

export type Standing = Omit<ChannelState, 'name'>

/** A connection that is tried again until it is closed. */
export interface KeptConnection {
  standing(): Standing
  /** How the last attempt ended; null: none has, or the present one is connected. */
  ending(): Ending | null
  /** Settles when the first attempt has connected or ended. */
  readonly settled: Promise<void>
  /** Tries now instead of later. Nothing happens while an attempt is under way. */
  retry(): void
  close(): void
}

const DELAYS_MS = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** `live` settles when the attempt is over and does not reject: a failure is an ending. */
export function keepConnected(live: (life: Life) => Promise<Ending>, clock: Clock, onChange: () => void): KeptConnection {
  let standing: Standing = { state: 'reconnecting', version: null, since: clock.now(), retryAt: null, note: null }
  let ending: Ending | null = null
  let failures = 0
  let current: AbortController | null = null
  let isClosed = false
  let cancelWait = (): void => undefined
  const settled = Promise.withResolvers<void>()
  const stand = (next: Omit<Standing, 'since'>): void => {
    standing = { ...next, since: next.state === standing.state ? standing.since : clock.now() }
    onChange()
  }
  const start = (): void => {
    cancelWait()
    const own = new AbortController()
    current = own
    const onConnected = (version: string | null): void => {
      if (current !== own) return
      failures = 0
      ending = null
      stand({ state: 'connected', version, retryAt: null, note: null })
      settled.resolve()
    }
    void live({ signal: own.signal, onConnected }).then((end) => {
      if (current !== own) return
      current = null
      ending = end
      const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)]!
      failures += 1
      cancelWait = clock.after(delayMs, start)
      stand({ state: stateAfter(end), version: standing.version, retryAt: clock.now() + delayMs, note: end.note })
      settled.resolve()
    })
  }
  start()
  return {
    standing: () => standing,
    ending: () => ending,
    settled: settled.promise,
    retry() {
      if (isClosed || current !== null) return
      failures = 0
      start()
      stand({ ...standing, retryAt: null })
    },
    close() {
      isClosed = true
      cancelWait()
      const own = current
      // Cleared first: what the aborted attempt still says must not count.
      current = null
      own?.abort()
      settled.resolve()
    },
  }
}

function stateAfter({ kind }: Ending): Standing['state'] {
  switch (kind) {
    case 'lost':
      return 'reconnecting'
    case 'unreachable':
    case 'foreign':
      return 'down'
    case 'refused':
      return 'refused'
    default:
      return kind satisfies never
  }
}
