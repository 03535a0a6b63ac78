import { useEffect, useRef } from 'react'
import { formatCount } from '../../shared/formatCount'
import { foreignLine } from '../controls/foreignLine'
import type { Paste } from './checkPaste'

export type PasteAnswer = 'paste' | 'oneLine' | 'cancel'

interface PasteWarningProps {
  readonly paste: Paste
  readonly onAnswer: (answer: PasteAnswer) => void
}

/** This program takes the end of a pasted line for Enter: the lines would run before a person has seen them. */
export function PasteWarning({ paste, onAnswer }: PasteWarningProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const lines = `${formatCount(paste.lines)} ${paste.lines === 1 ? 'line' : 'lines'}`
  return (
    <div
      className="terminal-warning"
      role="alertdialog"
      aria-label={`Paste ${lines}?`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onAnswer('cancel')
      }}
    >
      <p>
        <b>Paste {lines}?</b> The program takes the end of each line for Enter, so they run at once.
      </p>
      <div className="code">{foreignLine(paste.text.replaceAll('\n', ' ⏎ ')).slice(0, 300)}</div>
      <div className="row">
        <button ref={first} type="button" className="btn small" onClick={() => onAnswer('cancel')}>
          Cancel
        </button>
        <button type="button" className="btn small" onClick={() => onAnswer('oneLine')}>
          Paste as one line
        </button>
        <button type="button" className="btn small danger" onClick={() => onAnswer('paste')}>
          Paste {lines}
        </button>
      </div>
    </div>
  )
}
