import { useCallback, useSyncExternalStore } from 'react'
import { type Heard, type Hearing, hearCalmly } from './hearCalmly'

/** What is selected, as it is now, drawn anew when it has changed; four times a second while only quiet things change. `hearing` must last. */
export function useCalmly<S, T>(store: Heard<S>, hearing: Hearing<S, T>): T {
  const hear = useCallback((onChange: () => void) => hearCalmly(store, hearing, onChange), [store, hearing])
  return useSyncExternalStore(hear, () => hearing.select(store.getState()))
}
