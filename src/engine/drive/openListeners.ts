/** Who wants to know. The same listener given twice is two. */
export function openListeners<T = void>(): { add(listener: (news: T) => void): () => void; raise(news: T): void } {
  const all = new Set<{ readonly call: (news: T) => void }>()
  return {
    add(listener) {
      const entry = { call: listener }
      all.add(entry)
      return () => void all.delete(entry)
    },
    raise(news) {
      for (const { call } of [...all]) call(news)
    },
  }
}
