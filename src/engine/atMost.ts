import { setTimeout as wait } from 'node:timers/promises'

/** Settles with the work or after this time, whichever comes first; the work goes on. Its failure is not ours to tell. */
export async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  const done = new AbortController()
  const limit = wait(ms, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
  await Promise.race([work.catch(() => undefined), limit])
  done.abort()
}
