import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useUi } from '../../store/ui'

const least = 160
const usual = 288
const step = 16

/** At most seven tenths of the window, and in a low one less: as `Drawer.css` has it. */
const most = (): number => Math.max(least, Math.floor(Math.min(innerHeight * 0.7, Math.max(184, innerHeight - 240))))
const clamp = (height: number): number => Math.round(Math.max(least, Math.min(most(), height)))

export function DrawerGrip() {
  const height = useUi((ui) => ui.drawerHeight)
  const [isDragging, setDragging] = useState(false)
  const take = (next: number): void => useUi.setState({ drawerHeight: clamp(next) })
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const grip = event.currentTarget
    const drawer = grip.parentElement
    const from = { y: event.clientY, height: drawer?.offsetHeight ?? height }
    grip.setPointerCapture(event.pointerId)
    setDragging(true)
    const at = (y: number): number => clamp(from.height + from.y - y)
    // Only the layout follows the pointer; what remembers hears of the end.
    const move = (moved: globalThis.PointerEvent): void => {
      if (drawer) drawer.style.height = `${at(moved.clientY)}px`
    }
    const end = (ended: globalThis.PointerEvent): void => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('lostpointercapture', end)
      setDragging(false)
      take(at(ended.clientY))
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', end)
  }
  const press = (event: KeyboardEvent): void => {
    const next = { ArrowUp: height + step, ArrowDown: height - step, Home: least, End: most(), Enter: usual }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    take(next)
  }
  return (
    <hr
      className={`grip top${isDragging ? ' dragging' : ''}`}
      aria-label="Height of the drawer"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={least}
      aria-valuemax={most()}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => take(usual)}
    />
  )
}
