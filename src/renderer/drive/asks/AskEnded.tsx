import type { Ask, AskEnd } from '../../../shared/drive/ask'
import { exactText } from '../../../shared/exactText'
import { Icon } from '../../controls/Icon'
import { Tip } from '../../controls/Tip'
import { endWords } from './endWords'
import { PathSteps } from './PathSteps'
import type { AskStep } from './useAskPath'

interface AskEndedProps {
  readonly ask: Ask
  readonly end: Pick<AskEnd, 'how' | 'label'>
  readonly path: readonly AskStep[]
}

/** What is left of a card for some seconds: who asked for what, and how it ended. */
export function AskEnded({ ask, end, path }: AskEndedProps) {
  const words = exactText(endWords(end))
  const about = exactText(ask.kind === 'question' ? (ask.questions[0]?.text ?? ask.detail) : ask.detail).replace(/\s+/g, ' ')
  return (
    <div className="ask-ended" role="status">
      <span className="ask-ended-line">
        <Icon name={iconOf(end)} className="f3" />
        <PathSteps run={ask.run} steps={path.slice(-1)} />
        <span className="cut mono">{about.slice(0, 300)}</span>
      </span>
      <Tip text={words}>
        <span className="f1">{words.slice(0, 200)}</span>
      </Tip>
    </div>
  )
}

/** A tick only where somebody let it run, or answered. */
function iconOf({ how }: Pick<AskEnd, 'how'>): string {
  if (how === 'once' || how === 'always' || how === 'words') return 'st-completed'
  return how === 'deny' || how === 'halt' ? 'close' : 'st-interrupted'
}
