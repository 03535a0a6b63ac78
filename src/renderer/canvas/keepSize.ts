import { useUi } from '../store/ui'
import { setSize } from './useCamera'

/** Where the window is narrow the inspector lies over the tree. */
const overlay = '.inspector-slot'

/** Tells the camera how large the canvas is, and how much of it can be seen. */
export function keepSize(place: HTMLElement): () => void {
  let wanted = 0
  const look = (): void => {
    wanted = 0
    const box = place.getBoundingClientRect()
    const over = document.querySelector(overlay)?.getBoundingClientRect()
    const isOver = over !== undefined && over.left < box.right && over.right > box.left && over.bottom > box.top
    setSize({ width: place.clientWidth, height: place.clientHeight }, isOver ? box.right - Math.max(box.left, over.left) : 0)
  }
  // The pane comes and goes with the next rendering.
  const soon = (): void => {
    if (wanted === 0) wanted = requestAnimationFrame(look)
  }
  const observer = new ResizeObserver(look)
  observer.observe(place)
  const end = useUi.subscribe((ui, before) => {
    const isSame =
      ui.isInspectorOpen === before.isInspectorOpen && ui.inspectorWidth === before.inspectorWidth && ui.run === before.run
    if (!isSame) soon()
  })
  look()
  return () => {
    cancelAnimationFrame(wanted)
    observer.disconnect()
    end()
  }
}
