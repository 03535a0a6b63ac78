import type { Clock } from './clock'
import type { KeptConnection } from './keepConnected'

/** A one-shot command waits so long for the first words. */
const FIRST_WORDS_MS = 3000

/** Settles when each of them has connected or failed once, or when that takes too long. */
export function firstWords(connections: readonly KeptConnection[], clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(FIRST_WORDS_MS, resolve)
  void Promise.all(connections.map(({ settled }) => settled)).then(() => {
    cancel()
    resolve()
  })
  return promise
}
