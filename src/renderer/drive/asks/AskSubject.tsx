import './AskSubject.css'
import type { Ask } from '../../../shared/drive/ask'
import { exactText } from '../../../shared/exactText'
import { ExactText } from '../../controls/ExactText'
import { MiddleCut } from '../../controls/MiddleCut'
import { MarkdownText } from '../../inspector/markdown/MarkdownText'
import { DiffView } from '../../inspector/tool/DiffView'
import { AskFields } from './AskFields'
import { ExactBlock } from './ExactBlock'
import type { WholeAsk } from './useWholeAsk'

/** What it is about, whole: nobody should allow what they cannot read. */
export function AskSubject({ whole }: { readonly whole: WholeAsk }) {
  const { ask, isWhole, fault, again } = whole
  const { kind, tool, reason, folder, change, overwrites, isCut } = ask
  return (
    <>
      {kind === 'permission' && tool !== null && (
        <p className="ask-wants f3">
          wants to use <bdi className="f1">{exactText(tool)}</bdi>
          {change !== null && (
            <>
              {' on '}
              <bdi className="mono f1">
                <ExactText text={change.path} />
              </bdi>
            </>
          )}
        </p>
      )}
      {overwrites && <p className="ask-warns st-waiting">overwrites an existing file</p>}
      <Main ask={ask} isWhole={isWhole} />
      {isWhole ? (
        <AskFields fields={ask.fields} />
      ) : (
        <p className="ask-short f2" role="status">
          {fault === null ? 'Long: reading the whole of it …' : `Only its beginning is here: ${fault} `}
          {fault !== null && (
            <button type="button" className="btn small" onClick={again}>
              Read it again
            </button>
          )}
        </p>
      )}
      {reason !== null && reason !== '' && (
        <p className="ask-reason">
          <ExactText text={reason} />
        </p>
      )}
      {isCut && <p className="t1 st-waiting">cut at 64 KB by what asks: the whole is in the transcript</p>}
      {folder !== null && kind !== 'question' && (
        <p className="ask-where t1 f3">
          in <MiddleCut path={folder} />
        </p>
      )}
    </>
  )
}

function Main({ ask: { kind, detail, change }, isWhole }: { readonly ask: Ask; readonly isWhole: boolean }) {
  if (change !== null)
    return (
      <div className="ask-diff" {...scrolled('What would change')}>
        <DiffView edit={change} line={null} isExact />
      </div>
    )
  switch (kind) {
    case 'plan':
      return (
        <div className="ask-plan" {...scrolled('The plan')}>
          <MarkdownText text={exactText(detail.replaceAll('\r\n', '\n'))} />
        </div>
      )
    case 'permission':
      return (
        <div className={isWhole ? 'code ask-code' : 'code ask-code short'}>
          <ExactBlock text={detail} label="What it wants to do" />
        </div>
      )
    case 'question':
      return null
    default:
      return kind satisfies never
  }
}

/** A box that scrolls must be within reach of the keyboard. */
const scrolled = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label })
