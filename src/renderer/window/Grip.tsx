import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useUi } from '../store/ui'
import { stepWidth } from './stepWidth'

export interface GrippedPane {
  readonly field: 'runsWidth' | 'inspectorWidth'
  readonly label: string
  readonly min: number
  readonly max: number
  readonly usual: number
  /** The side of the pane where the grip is: dragging away from the pane makes it wider. */
  readonly side: 'left' | 'right'
  /** The custom property that the layout reads. */
  readonly property: string
}

export function Grip({ pane }: { readonly pane: GrippedPane }) {
  const width = useUi((ui) => ui[pane.field])
  const [isDragging, setDragging] = useState(false)
  const take = (next: number): void => useUi.setState({ [pane.field]: clamp(next, pane) })
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const from = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width }
    const { currentTarget: grip } = event
    grip.setPointerCapture(event.pointerId)
    setDragging(true)
    const at = (x: number): number => clamp(from.width + (pane.side === 'right' ? x - from.x : from.x - x), pane)
    // Only the layout follows the pointer; what remembers and listens hears of the end.
    const move = (moved: globalThis.PointerEvent): void =>
      grip.closest<HTMLElement>('.win')?.style.setProperty(pane.property, `${at(moved.clientX)}px`)
    const end = (ended: globalThis.PointerEvent): void => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('lostpointercapture', end)
      setDragging(false)
      take(at(ended.clientX))
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', end)
  }
  const press = (event: KeyboardEvent): void => {
    const next = stepWidth(event.key, width, pane)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    take(next)
  }
  return (
    <hr
      className={`grip ${pane.side}${isDragging ? ' dragging' : ''}`}
      aria-label={pane.label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={pane.min}
      aria-valuemax={pane.max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => take(pane.usual)}
    />
  )
}

function clamp(width: number, pane: GrippedPane): number {
  return Math.round(Math.max(pane.min, Math.min(pane.max, width)))
}
