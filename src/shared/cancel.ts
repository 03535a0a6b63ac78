/** The part of an AbortSignal that both ends need, said structurally: this room has no DOM types. An AbortSignal is one. */
export interface CancelSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** A signal and the only way to raise it. Raising it twice is fine. */
export interface Cancel {
  readonly signal: CancelSignal
  raise(): void
}

export function openCancel(): Cancel {
  const listeners = new Set<() => void>()
  let aborted = false
  return {
    signal: {
      get aborted() {
        return aborted
      },
      addEventListener: (_type, listener) => void listeners.add(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    raise: () => {
      if (aborted) return
      aborted = true
      const called = [...listeners]
      listeners.clear()
      for (const listener of called) listener()
    },
  }
}
