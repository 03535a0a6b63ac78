import { type RefObject, useLayoutEffect } from 'react'
import { placeBox, type Rect } from './placeBox'

/** Puts a fixed box beside its anchor before it is painted, and again when its content has grown. */
export function useBoxPlace(box: RefObject<HTMLElement | null>, anchor: Rect | null, gap?: number): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !anchor) return
    const place = (): void => {
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const { x, y } = placeBox(anchor, size, { width: innerWidth, height: innerHeight }, gap)
      element.style.left = `${x}px`
      element.style.top = `${y}px`
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    return () => observer.disconnect()
  })
}
