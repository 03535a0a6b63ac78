import { type ReactNode, useCallback, useState } from 'react'
import { Popover } from '../controls/Popover'

interface StatusItemProps {
  /** What the popover is about. */
  readonly about: string
  readonly more: ReactNode
  readonly width?: number
  readonly className?: string
  readonly children: ReactNode
}

/** A word of the status bar that says more when pressed. */
export function StatusItem({ about, more, width = 384, className = '', children }: StatusItemProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setAnchor(null), [])
  return (
    <>
      <button
        type="button"
        className={`status-item ${className}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        {children}
      </button>
      {anchor && (
        <Popover label={about} anchor={anchor} onClose={close} width={width}>
          <div className="popover-body">{more}</div>
        </Popover>
      )}
    </>
  )
}
