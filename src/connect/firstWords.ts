import type { Clock } from './clock'
import type { KeptConnection } from './keepConnected'

/** A one-shot command waits so long for the first words. */
const FIRST_WORDS_MS = 2000

/** Waits until each of them has connected or failed once, but for nobody twice: one that hangs must not slow every look. */
export function waitForFirstWords(clock: Clock): (connections: readonly KeptConnection[]) => Promise<void> {
  const waitedFor = new WeakSet<KeptConnection>()
  return (connections) => {
    const fresh = connections.filter((one) => !waitedFor.has(one))
    for (const one of fresh) waitedFor.add(one)
    if (fresh.length === 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(FIRST_WORDS_MS, resolve)
    void Promise.all(fresh.map(({ settled }) => settled)).then(() => {
      cancel()
      resolve()
    })
    return promise
  }
}
