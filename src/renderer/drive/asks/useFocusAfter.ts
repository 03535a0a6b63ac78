import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** When a card goes or turns into a line while it has the focus, the focus must not fall out of the page, nor into what answers at once. */
export function useFocusAfter(card: RefObject<HTMLElement | null>, isGone: boolean): void {
  const hadFocus = useRef(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    // While the page is drawn anew React hears nothing: what is removed with the focus leaves this true.
    const enter = (): void => {
      hadFocus.current = true
    }
    const leave = ({ relatedTarget, target }: FocusEvent): void => {
      if (target instanceof Node && target.isConnected && !(relatedTarget instanceof Node && element.contains(relatedTarget)))
        hadFocus.current = false
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
    }
  }, [card])
  useLayoutEffect(() => {
    const element = card.current
    if (isGone && hadFocus.current && element && !element.contains(document.activeElement)) element.focus()
  }, [card, isGone])
  useLayoutEffect(() => {
    const element = card.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const surface = element.closest<HTMLElement>('.drawer, .popover, .inspector-asks')
      const next = () => nextIn(surface, element) ?? document.querySelector<HTMLElement>('[role="tree"]')
      queueMicrotask(() => next()?.focus())
    }
  }, [card])
}

/** Another card of the same list, else where one writes, else the list itself. */
function nextIn(surface: HTMLElement | null, gone: HTMLElement): HTMLElement | null {
  if (!surface?.isConnected) return null
  const cards = [...surface.querySelectorAll<HTMLElement>('[data-ask]')].filter((card) => card !== gone)
  const own = surface.classList.contains('popover') ? surface : null
  return cards[0] ?? surface.querySelector<HTMLElement>('textarea') ?? own
}
