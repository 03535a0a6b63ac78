import { Icon } from '../../controls/Icon'
import { clockTime } from '../clockTime'
import { LongText } from '../tool/LongText'
import { useItemNumber } from './holdNumber'
import { pressRow } from './listNow'
import type { RowProps } from './TranscriptRow'
import { useIsOpen } from './useTranscript'

/** Where the context was compacted: a line across, which opens to the summary. */
export function CompactionRow({ run, agent, item }: RowProps) {
  const number = useItemNumber(item.n)
  const isOpen = useIsOpen(item.n)
  return (
    <>
      <button type="button" tabIndex={-1} className="it compaction" aria-expanded={isOpen} onClick={() => pressRow(item.n)}>
        <span>
          Context compacted {clockTime(item.at)} <Icon name={isOpen ? 'chev-up' : 'chev-down'} size={12} />
        </span>
      </button>
      {isOpen && (
        <div className="open-body whole">
          <div className="tool-part">
            <LongText
              run={run}
              agent={agent}
              n={number}
              part="text"
              text={item.text}
              total={item.clamped?.text}
              look="prose"
              label="Summary"
            />
          </div>
        </div>
      )}
    </>
  )
}
