/** Who wants to know. */
export interface Listeners {
  /** Returns how to stop listening. */
  add(listener: () => void): () => void
  raise(): void
  clear(): void
}

export function createListeners(): Listeners {
  const all = new Set<{ readonly call: () => void }>()
  return {
    add(listener) {
      // Wrapped: the same function given twice is two listeners, and each stops by itself.
      const entry = { call: listener }
      all.add(entry)
      return () => void all.delete(entry)
    },
    raise() {
      for (const { call } of [...all]) call()
    },
    clear: () => all.clear(),
  }
}
