import type { Timers } from '../every'

/** A feed with something to say in pieces. */
export interface Lane {
  /** Sends one message, at most. True: there is more. */
  sendOne(): boolean
}

/** Sends what the lanes of one page have to say: the first at once, then a batch a frame, less often to a page that is behind. */
export interface Pump {
  add(lane: Lane): void
  remove(lane: Lane): void
  /** This lane has something new. */
  wake(lane: Lane): void
  close(): void
}

export interface PumpOptions {
  readonly timers: Timers
  readonly bufferedBytes: () => number
}

const FRAME_MS = 16
const BEHIND_MS = 50
/** Five portions on their way are enough to keep a page busy. */
const BEHIND_BYTES = 1_000_000

export function openPump({ timers, bufferedBytes }: PumpOptions): Pump {
  const lanes = new Set<Lane>()
  const woken = new Set<Lane>()
  let cancel: (() => void) | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const round = (): void => {
    cancel = null
    if (isClosed) return
    if (bufferedBytes() > BEHIND_BYTES) {
      cancel = timers.after(BEHIND_MS, round)
      return
    }
    sentAt = timers.now()
    // Each in its turn: a long list must not keep the tree waiting.
    for (const lane of [...woken]) if (!lane.sendOne()) woken.delete(lane)
    if (woken.size > 0) cancel = timers.soon(round)
  }
  return {
    add: (lane) => void lanes.add(lane),
    remove: (lane) => {
      lanes.delete(lane)
      woken.delete(lane)
    },
    wake(lane) {
      if (isClosed || !lanes.has(lane)) return
      woken.add(lane)
      if (cancel) return
      const waitMs = sentAt + FRAME_MS - timers.now()
      cancel = waitMs <= 0 ? timers.soon(round) : timers.after(waitMs, round)
    },
    close() {
      isClosed = true
      cancel?.()
      lanes.clear()
      woken.clear()
    },
  }
}
