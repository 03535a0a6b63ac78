import { useCallback, useEffect, useRef } from 'react'

/** Asked when an answer comes: whether who waited for it is still on the page. What was opened since is not to be closed for it. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
