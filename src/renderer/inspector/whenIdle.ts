/** Runs it when the page has nothing better to do, within a second all the same. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout: 1000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, 30)
  return () => clearTimeout(timer)
}
