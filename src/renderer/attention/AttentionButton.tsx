import { useState } from 'react'
import { Icon } from '../controls/Icon'
import { useTold } from '../store/told'
import { useUi } from '../store/ui'
import { AttentionList } from './AttentionList'
import { countNeeding } from './attentionEntries'
import { useAttention } from './useAttention'

export function AttentionButton() {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const entries = useAttention()
  const needing = useTold(({ attention }) => countNeeding(entries, attention))
  const isOpen = useUi((ui) => ui.overlay === 'attention')
  const turn = (): void => useUi.setState({ overlay: isOpen ? null : 'attention' })
  return (
    <>
      <button
        type="button"
        className={`need${needing === 0 ? ' none' : ''}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={
          needing === 0 ? 'Attention: nothing needs you' : `Attention: ${needing} ${needing === 1 ? 'needs' : 'need'} you`
        }
        onClick={turn}
        ref={setButton}
      >
        {needing > 0 && <Icon name="st-waiting" size={14} className="st-waiting" />}
        {needing > 0 ? (
          <span>
            {needing}
            <span className="words"> {needing === 1 ? 'needs' : 'need'} you</span>
          </span>
        ) : (
          'nothing needs you'
        )}
      </button>
      {isOpen && button && <AttentionList anchor={button} />}
    </>
  )
}
