import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ItemRange } from '../missingRange'
import { linesInView } from './linesInView'

/** The lines of a block to be drawn, while the list around it scrolls and rows before it grow. */
export function useLinesInView(block: RefObject<HTMLElement | null>, count: number): ItemRange {
  const [range, setRange] = useState<ItemRange>(() => linesInView(count, 0, 0))
  const look = (): void => {
    const own = block.current
    const view = own?.closest('.tx-scroll')?.getBoundingClientRect()
    if (!own || !view) return
    const next = linesInView(count, view.top - own.getBoundingClientRect().top, view.height)
    setRange((before) => (before.from === next.from && before.to === next.to ? before : next))
  }
  useLayoutEffect(look)
  useEffect(() => {
    const view = block.current?.closest('.tx-scroll')
    const all = block.current?.closest('.tx-rows')
    if (!view || !all) return
    view.addEventListener('scroll', look, { passive: true })
    // Rows before it that grow move it without a scroll.
    const observer = new ResizeObserver(look)
    observer.observe(all)
    observer.observe(view)
    return () => {
      view.removeEventListener('scroll', look)
      observer.disconnect()
    }
  })
  return range
}
