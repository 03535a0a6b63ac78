import './LinkNotice.css'
import { createPortal } from 'react-dom'
import { Icon } from '../controls/Icon'
import { IconButton } from '../controls/IconButton'
import { redoLinkNow, undoLinkNow } from './changeLink'
import { clearOutcome, useLinkOutcome } from './linkOutcome'

/** What came of a change, with the way back. */
export function LinkNotice() {
  const outcome = useLinkOutcome((state) => state.outcome)
  return createPortal(
    <div className="link-notice-place" role="status">
      {outcome && (
        <div className={outcome.isRefusal ? 'link-notice refused' : 'link-notice'} key={outcome.times}>
          <Icon name={outcome.isRefusal ? 'warn' : 'link'} size={14} />
          <bdi>{outcome.text}</bdi>
          {outcome.offer !== null && (
            <button
              type="button"
              className="btn small"
              onClick={() => void (outcome.offer === 'undo' ? undoLinkNow(outcome.run) : redoLinkNow(outcome.run))}
            >
              {outcome.offer === 'undo' ? 'Undo' : 'Redo'}
            </button>
          )}
          <IconButton icon="close" label="Close" onPress={clearOutcome} />
        </div>
      )}
    </div>,
    document.body,
  )
}
