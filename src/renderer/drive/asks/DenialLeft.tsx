import type { AskEnd } from '../../../shared/drive/ask'
import { exactText } from '../../../shared/exactText'
import { endWords } from './endWords'

interface DenialLeftProps {
  readonly end: Pick<AskEnd, 'how' | 'label'>
  readonly text: string
  readonly onDismiss: () => void
}

/** The words of a person whose ask went away while they wrote: kept, and deaf, until they have seen so. */
export function DenialLeft({ end, text, onDismiss }: DenialLeftProps) {
  return (
    <div className="ask-deny left">
      <p className="st-waiting" role="alert">
        This is no longer asked, and what you wrote was not sent ({exactText(endWords(end))}).
      </p>
      <div className="input area">
        <textarea rows={2} dir="auto" value={text} readOnly aria-label="What you wrote" ref={focusOnce} />
      </div>
      <div className="row">
        <button type="button" className="btn" onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  )
}

/** With what puts it away: the card may be longer than where it is shown. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.closest('.ask-deny')?.scrollIntoView({ block: 'nearest' })
}
