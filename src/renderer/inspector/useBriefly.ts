import { useEffect, useState } from 'react'

const shownMs = 1500

/** A word that is said for a moment. */
export function useBriefly<T>(): readonly [T | null, (said: T) => void] {
  const [said, say] = useState<T | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => say(null), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  return [said, say]
}
