import { type ReactNode, useEffect, useRef } from 'react'
import { useUi } from '../store/ui'

interface RunsOverProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The whole list beside the rail, over the tree, until a run is chosen. */
export function RunsOver({ onClose, children }: RunsOverProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
    const leave = ({ target }: Event): void => {
      if (target instanceof Element && !target.closest('.runs-slot') && !target.closest('.menu')) onClose()
    }
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onClose()
    }
    const stop = useUi.subscribe((ui, before) => ui.run !== before.run && onClose())
    document.addEventListener('pointerdown', leave, true)
    addEventListener('keydown', press)
    return () => {
      stop()
      document.removeEventListener('pointerdown', leave, true)
      removeEventListener('keydown', press)
    }
  }, [onClose])
  return (
    <div className="runs-over" ref={box}>
      {children}
    </div>
  )
}
