import './WritingRow.css'
import { Icon } from '../../controls/Icon'
import { GrowingMarkdown } from '../markdown/GrowingMarkdown'
import { countLines } from '../tool/countLines'
import { plural } from '../tool/plural'
import type { Writing } from './growWriting'
import { pressRow } from './listNow'
import { useIsOpen } from './useTranscript'

interface WritingRowProps {
  readonly n: number
  readonly writing: Writing
}

/** What an agent is writing at this moment, as it will look when it is recorded: nothing moves when its record takes its place. */
export function WritingRow({ n, writing }: WritingRowProps) {
  switch (writing.kind) {
    case 'text':
      return (
        <div className="it text writing">
          <Icon name="st-running" size={12} className="st-running writing-mark" label="being written" />
          <Written writing={writing} />
        </div>
      )
    case 'thinking':
      return <WritingThought n={n} writing={writing} />
    default:
      return writing.kind satisfies never
  }
}

function WritingThought({ n, writing }: WritingRowProps) {
  const isOpen = useIsOpen(n)
  return (
    <>
      <div className="line-holder">
        <button
          type="button"
          tabIndex={-1}
          className={`it line quiet${isOpen ? ' open' : ''}`}
          aria-expanded={isOpen}
          onClick={() => pressRow(n)}
        >
          <Icon name="k-think" size={14} />
          <bdi className="tn">Thinking</bdi>
          <span className="ta" />
          <span className="tr writing-told">
            <Icon name="st-running" size={12} className="st-running" /> being written · {plural(countLines(writing.text), 'line')}
          </span>
        </button>
      </div>
      {isOpen && (
        <div className="open-body quiet">
          <div className="tool-part">
            <Written writing={writing} />
          </div>
        </div>
      )}
    </>
  )
}

function Written({ writing: { text, isWhole } }: { readonly writing: Writing }) {
  return (
    <>
      {!isWhole && <p className="show-told">the beginning was written before it could be heard …</p>}
      <GrowingMarkdown text={text} />
    </>
  )
}
