/** Whoever asks while work is going on gets the result of the next: what is answered was looked at after it was asked. */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null
  let next: Promise<T> | null = null
  const begin = (): Promise<T> => {
    next = null
    const result = work()
    const settled = result.then(
      () => undefined,
      () => undefined,
    )
    running = settled
    void settled.then(() => {
      if (running === settled) running = null
    })
    return result
  }
  return () => {
    if (next !== null) return next
    if (running === null) return begin()
    next = running.then(begin)
    return next
  }
}
