/** Who wants to know. */
export interface Listeners<T = void> {
  /** Returns how to stop listening. */
  add(listener: (news: T) => void): () => void
  raise(news: T): void
  clear(): void
}

export function createListeners<T = void>(): Listeners<T> {
  const all = new Set<{ readonly call: (news: T) => void }>()
  return {
    add(listener) {
      // Wrapped: the same function given twice is two listeners, and each stops by itself.
      const entry = { call: listener }
      all.add(entry)
      return () => void all.delete(entry)
    },
    raise(news) {
      for (const { call } of [...all]) call(news)
    },
    clear: () => all.clear(),
  }
}
