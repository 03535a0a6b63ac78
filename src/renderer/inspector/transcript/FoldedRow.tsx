import { formatBytes } from '../../../shared/formatBytes'
import { noticeTitle } from '../../../shared/noticeTitle'
import { countLines } from '../tool/countLines'
import { LongText } from '../tool/LongText'
import { plural } from '../tool/plural'
import { useItemNumber } from './holdNumber'
import { LineButton } from './LineButton'
import type { RowProps } from './TranscriptRow'
import { useIsOpen } from './useTranscript'

/** Thinking and what the harness said: one grey line until somebody wants it. */
export function FoldedRow({ run, agent, item }: RowProps) {
  const number = useItemNumber(item.n)
  const isOpen = useIsOpen(item.n)
  const isThinking = item.kind === 'thinking'
  const isEmpty = item.text.trim() === ''
  const size = item.clamped?.text === undefined ? plural(countLines(item.text), 'line') : formatBytes(item.clamped.text)
  return (
    <>
      <LineButton
        run={run}
        agent={agent}
        item={item}
        icon={isThinking ? 'k-think' : 'k-notice'}
        name={isThinking ? 'Thinking' : 'Notice'}
        argument={isThinking ? '' : noticeTitle(item.text).slice(0, 300)}
        outcome={isEmpty ? 'nothing recorded' : isThinking ? size : ''}
        tone="quiet"
      />
      {isOpen && (
        <div className="open-body quiet">
          <div className="tool-part">
            {isEmpty ? (
              <p className="show-told">nothing recorded</p>
            ) : (
              <LongText
                run={run}
                agent={agent}
                n={number}
                part="text"
                text={item.text}
                total={item.clamped?.text}
                look={isThinking ? 'prose' : 'plain'}
                label={isThinking ? 'Thinking' : 'Notice'}
              />
            )}
          </div>
        </div>
      )}
    </>
  )
}
