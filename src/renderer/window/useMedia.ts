import { useCallback, useSyncExternalStore } from 'react'

/** Whether the system or the window is so at the moment. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}
