import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const reachable = 'a[href], button, input, select, textarea, [tabindex]'

/** Boxes that hold the focus, the one on top last: only that one hears the keys. */
const boxes: HTMLElement[] = []

/** Keeps the focus in a box while it is there, closes it on Esc and gives the focus back. */
export function useFocusTrap(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // Before the next key arrives: what a person types right behind the shortcut belongs to the box.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const before = document.activeElement
    const [wanted] = element.querySelectorAll<HTMLElement>('[data-first-focus]')
    if (!element.contains(before)) (wanted ?? element).focus()
    boxes.push(element)
    const onKey = (event: KeyboardEvent): void => {
      if (boxes.at(-1) !== element) return
      // Keys of the page behind stay with the page behind: its table listens on the window.
      event.stopPropagation()
      if (event.key === 'Tab' && !event.defaultPrevented) keepInside(event, element)
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close.current()
    }
    // On the document, for what is inside hears its keys by way of the root, which lies below.
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      boxes.splice(boxes.indexOf(element), 1)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [box])
}

function keepInside(event: KeyboardEvent, box: HTMLElement): void {
  const stops = [...box.querySelectorAll<HTMLElement>(reachable)].filter(
    (stop) => stop.tabIndex >= 0 && stop.offsetParent !== null && !stop.hasAttribute('disabled'),
  )
  const first = stops[0]
  const last = stops.at(-1)
  const at = document.activeElement
  const isAtEdge = event.shiftKey ? at === first || at === box : at === last
  if (!isAtEdge && box.contains(at)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
