import type { MouseEvent } from 'react'
import { Icon } from './Icon'
import { Tip } from './Tip'

interface IconButtonProps {
  readonly icon: string
  readonly label: string
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void
  /** For a switch: whether it is on. */
  readonly isOn?: boolean | undefined
  /** For a button that opens something: whether that is open. */
  readonly isExpanded?: boolean | undefined
  readonly shortcut?: string | undefined
  /** Why it cannot be pressed now; it stays reachable and says so. */
  readonly disabledReason?: string | undefined
  readonly size?: 12 | 14 | 16
}

export function IconButton({ icon, label, onPress, isOn, isExpanded, shortcut, disabledReason, size = 14 }: IconButtonProps) {
  const isOff = disabledReason !== undefined
  return (
    <Tip text={<TipText label={label} shortcut={shortcut} reason={disabledReason} />}>
      <button
        type="button"
        className={`ib${isOn || isExpanded ? ' on' : ''}${isOff ? ' off' : ''}`}
        aria-label={label}
        aria-pressed={isOn}
        aria-expanded={isExpanded}
        aria-disabled={isOff || undefined}
        aria-description={disabledReason}
        aria-keyshortcuts={shortcut?.replaceAll(' ', '+')}
        onClick={isOff ? undefined : onPress}
      >
        <Icon name={icon} size={size} />
      </button>
    </Tip>
  )
}

interface TipTextProps {
  readonly label: string
  readonly shortcut: string | undefined
  readonly reason: string | undefined
}

function TipText({ label, shortcut, reason }: TipTextProps) {
  return (
    <>
      {label} {shortcut !== undefined && <span className="kbd">{shortcut}</span>}
      {reason !== undefined && <div>{reason}</div>}
    </>
  )
}
