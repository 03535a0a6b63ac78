import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Longer than a double click, and than a finger that is on its way to what stood here before. */
const settleMs = 600

export interface Settling {
  readonly isSettling: boolean
  /** Somebody types on: what comes behind is part of the same word, and no answer either. */
  again(): void
}

/**
 * Whether a card is too new where it stands to be answered: it appeared, moved to where another one was, or changed its `state`.
 * A press meant for what was there before must not allow what came.
 */
export function useSettling(card: RefObject<HTMLElement | null>, state: string): Settling {
  const [isSettling, setSettling] = useState(true)
  const place = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const begin = (): void => {
    clearTimeout(timer.current)
    setSettling(true)
    timer.current = setTimeout(() => setSettling(false), settleMs)
  }
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    const now = `${element.offsetLeft} ${element.offsetTop} ${state}`
    if (now === place.current) return
    place.current = now
    begin()
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // Mounted again, it begins anew.
      place.current = null
    },
    [],
  )
  return { isSettling, again: begin }
}
