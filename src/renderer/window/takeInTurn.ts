import { isHandMoving } from '../store/hand'

/** Of the time while a hand moves, messages get this share. */
const shareUnderHand = 1 / 25
/** No message waits longer than this for a hand to rest: somebody may be waiting for an answer. */
const longestWaitMs = 3000
/** What has piled up is handled in stretches of this length: input and pictures go between them. */
const stretchMs = 5
/** How soon it is seen that a hand rests. */
const lookMs = 50

export interface Turns {
  readonly now: () => number
  readonly isHandMoving: () => boolean
  readonly after: (ms: number, work: () => void) => void
}

const pageTurns: Turns = {
  now: () => performance.now(),
  isHandMoving,
  after: (ms, work) => void setTimeout(work, ms),
}

/**
 * Handles messages in the order in which they came, as a rule at once. While a hand moves the canvas, a flood of them (the snapshot of a
 * large run) gets a small share of the time. A message that waits has not been read yet and costs nothing.
 */
export function takeInTurn<M>(handle: (message: M) => void, turns: Turns = pageTurns): (message: M) => void {
  const { now, after } = turns
  const waiting: { readonly message: M; readonly since: number }[] = []
  let freeAt = Number.NEGATIVE_INFINITY
  let isDue = false

  const take = (message: M): void => {
    const began = now()
    handle(message)
    const ended = now()
    freeAt = ended + (ended - began) / shareUnderHand
  }
  const waitMs = (since: number): number =>
    turns.isHandMoving() ? Math.max(0, Math.min(freeAt, since + longestWaitMs) - now()) : 0
  const soon = (ms: number): void => {
    if (isDue) return
    isDue = true
    after(Math.min(ms, lookMs), drain)
  }
  const drain = (): void => {
    isDue = false
    const ends = now() + stretchMs
    for (let [next] = waiting; next; [next] = waiting) {
      const ms = waitMs(next.since)
      if (ms > 0 || now() >= ends) return soon(ms)
      waiting.shift()
      take(next.message)
    }
  }
  return (message) => {
    const since = now()
    if (waiting.length === 0 && waitMs(since) === 0) return take(message)
    waiting.push({ message, since })
    soon(waitMs(waiting[0]!.since))
  }
}
