import type { Clock } from './clock'

/** Somebody whose first words a one-shot command may wait for. */
export interface Awaited {
  /** Settles when the first attempt has connected or ended. */
  readonly settled: Promise<void>
  /** Absent: nobody knows before it has settled. */
  readonly hasSpoken?: () => boolean
  /** Raised when nobody waits any longer because not a word was said. */
  readonly onSilent?: () => void
}

/** A one-shot command waits so long for whoever has begun to speak. */
const FIRST_WORDS_MS = 2000
/** And so long for the first word: in steps, or whoever is too busy to listen takes others for silent. */
const STEP_MS = 100
const STEPS = 6

/** Waits until each of them has connected or failed once, but for nobody twice: one that hangs must not slow every look. */
export function waitForFirstWords(clock: Clock): (all: readonly Awaited[]) => Promise<void> {
  const waitedFor = new WeakSet<Awaited>()
  return (all) => {
    const fresh = all.filter((one) => !waitedFor.has(one))
    for (const one of fresh) waitedFor.add(one)
    if (fresh.length === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(FIRST_WORDS_MS, resolve)
    void Promise.all(fresh.map((one) => untilSilent(clock, one))).then(() => {
      cancel()
      resolve()
    })
    return promise
  }
}

function untilSilent(clock: Clock, { settled, hasSpoken = () => true, onSilent }: Awaited): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let cancel = (): void => undefined
  const step = (left: number): void => {
    if (hasSpoken()) return
    if (left > 0) {
      cancel = clock.after(STEP_MS, () => step(left - 1))
      return
    }
    onSilent?.()
    resolve()
  }
  step(STEPS)
  void settled.then(() => {
    cancel()
    resolve()
  })
  return promise
}
