import type { KeyboardEvent } from 'react'
import { Tip } from '../../controls/Tip'

interface DenyReasonProps {
  readonly label: string
  readonly text: string
  /** Why it cannot be sent for a while; null: it can. */
  readonly hindrance: string | null
  /** It was begun here: it takes the focus. */
  readonly isHere: boolean
  readonly onText: (text: string) => void
  readonly onCancel: () => void
  readonly onDeny: (message: string | null) => void
}

/** What the agent is told instead; it may be nothing. */
export function DenyReason({ label, text, hindrance, isHere, onText, onCancel, onDeny }: DenyReasonProps) {
  const deny = (): void => {
    if (hindrance === null) onDeny(text.trim() === '' ? null : text)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      deny()
    }
  }
  return (
    <div className="ask-deny">
      <div className="input area">
        <textarea
          rows={2}
          dir="auto"
          value={text}
          maxLength={16_000}
          placeholder="Why not, and what to do instead (may stay empty)"
          aria-label="Reason"
          ref={isHere ? focusOnce : null}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={press}
        />
      </div>
      <div className="row">
        <Tip text={hindrance}>
          <button
            type="button"
            className="btn"
            aria-disabled={hindrance !== null || undefined}
            aria-description={hindrance ?? undefined}
            onClick={deny}
          >
            {label} <span className="kbd">Enter</span>
          </button>
        </Tip>
        <button type="button" className="btn quiet" onClick={onCancel}>
          Back <span className="kbd">Esc</span>
        </button>
      </div>
    </div>
  )
}

const focusOnce = (field: HTMLTextAreaElement | null): void => field?.focus()
