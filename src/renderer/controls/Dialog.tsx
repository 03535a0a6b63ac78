import './Dialog.css'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './IconButton'
import { useFocusTrap } from './useFocusTrap'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly width?: number
  readonly footer?: ReactNode
  /** Keys that mean something anywhere in it. */
  readonly onKey?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** What is saved when its field is left is saved: a field that goes with the focus in it tells nobody. */
function leave(onClose: () => void): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  onClose()
}

/** Grows downwards from a fixed top; the focus stays inside until it closes and returns to where it was. */
export function Dialog({ title, onClose, width = 600, footer, onKey, children }: DialogProps) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useFocusTrap(box, onClose)
  return createPortal(
    <div className="dialog-scrim" onPointerDown={(event) => event.target === event.currentTarget && leave(onClose)}>
      <div
        className="dialog"
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        style={{ width }}
        ref={box}
        onKeyDown={onKey}
      >
        <div className="dialog-head">
          <h2 className="grow cut" id={titleId}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" shortcut="Esc" onPress={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {footer !== undefined && <div className="dialog-foot">{footer}</div>}
      </div>
    </div>,
    document.body,
  )
}
