import './Popover.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useBoxPlace } from './useBoxPlace'
import { useFocusTrap } from './useFocusTrap'

interface PopoverProps {
  readonly label: string
  /** What it belongs to; a press there is not a press outside. */
  readonly anchor: HTMLElement
  readonly onClose: () => void
  readonly width: number
  readonly children: ReactNode
}

/** A box beside the thing it belongs to; Esc or a press outside closes it. */
export function Popover({ label, anchor, onClose, width, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  useBoxPlace(box, anchor.getBoundingClientRect(), 6)
  useFocusTrap(box, onClose)
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      const isWithin =
        target instanceof Element && (box.current?.contains(target) || anchor.contains(target) || target.closest('.menu'))
      if (!isWithin) onClose()
    }
    document.addEventListener('pointerdown', leave, true)
    addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      removeEventListener('resize', onClose)
    }
  }, [anchor, onClose])
  return createPortal(
    <div className="popover" role="dialog" aria-label={label} tabIndex={-1} style={{ width }} ref={box}>
      {children}
    </div>,
    document.body,
  )
}
