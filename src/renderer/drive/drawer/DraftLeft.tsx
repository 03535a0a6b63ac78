import { CopyButton } from '../../controls/CopyButton'

interface DraftLeftProps {
  readonly text: string
  readonly onDismiss: () => void
}

/** The session ended while a person wrote to it, or before it took what they sent. */
export function DraftLeft({ text, onDismiss }: DraftLeftProps) {
  return (
    <div className="row">
      <p className="grow st-waiting" role="status">
        It has ended, and this was not sent.
      </p>
      <CopyButton label="Copy" text={text} isQuiet />
      <button type="button" className="btn" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  )
}
