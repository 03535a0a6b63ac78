import { type ByteRing, createByteRing } from './byteRing'

const RING_BYTES = 4 * 1024 * 1024
const PIECE_BYTES = 64 * 1024
/** On its way to one follower; a terminal waits for one that lags more than this. */
const WINDOW_BYTES = 1024 * 1024
/** A follower that took nothing for so long sleeps: it holds up nobody any more, and is told later what it missed. */
const ASLEEP_MS = 10_000

export type SendPiece = (at: number, bytes: Uint8Array) => void

export interface FeedFollower {
  taken(to: number): void
  close(): void
}

/** What a terminal wrote, handed to those who look at it, each at its own speed. */
export interface TerminalFeed {
  readonly ring: ByteRing
  append(bytes: Uint8Array): void
  follow(from: number, send: SendPiece): FeedFollower
  /** There will be no more. */
  close(): void
}

interface Follower {
  sentTo: number
  takenTo: number
  isAsleep: boolean
  timer: NodeJS.Timeout | null
  readonly send: SendPiece
}

export function createTerminalFeed(onPause: (isPaused: boolean) => void, asleepMs = ASLEEP_MS): TerminalFeed {
  const ring = createByteRing(RING_BYTES)
  const followers = new Set<Follower>()
  let isPaused = false
  const isHeldUpBy = (one: Follower): boolean => !one.isAsleep && ring.end - one.takenTo > WINDOW_BYTES
  const judge = (): void => {
    const shouldPause = [...followers].some(isHeldUpBy)
    if (shouldPause === isPaused) return
    isPaused = shouldPause
    onPause(isPaused)
  }
  const rest = (one: Follower): void => {
    if (one.timer) clearTimeout(one.timer)
    one.timer = null
  }
  const pass = (one: Follower): void => {
    while (one.sentTo < ring.end && one.sentTo - one.takenTo < WINDOW_BYTES) {
      const { at, bytes } = ring.read(one.sentTo, PIECE_BYTES)
      // What was overwritten cannot be on its way either.
      one.takenTo = Math.max(one.takenTo, at - WINDOW_BYTES)
      one.sentTo = at + bytes.length
      one.send(at, bytes)
    }
    if (one.takenTo >= one.sentTo || one.isAsleep) return rest(one)
    one.timer ??= setTimeout(() => {
      one.isAsleep = true
      one.timer = null
      judge()
    }, asleepMs)
  }
  return {
    ring,
    append(bytes) {
      ring.append(bytes)
      for (const one of followers) pass(one)
      judge()
    },
    follow(from, send) {
      const at = Math.min(from, ring.end)
      const one: Follower = { sentTo: at, takenTo: at, isAsleep: false, timer: null, send }
      followers.add(one)
      pass(one)
      judge()
      return {
        taken(to) {
          if (to <= one.takenTo || to > one.sentTo) return
          one.takenTo = to
          one.isAsleep = false
          rest(one)
          pass(one)
          judge()
        },
        close() {
          rest(one)
          followers.delete(one)
          judge()
        },
      }
    },
    close() {
      for (const one of followers) rest(one)
    },
  }
}
