import './AskFoot.css'
import { AskOptions } from './AskOptions'
import { DenialLeft } from './DenialLeft'
import { DenyReason } from './DenyReason'
import type { ShownAsk } from './shownAsks'
import type { AskActs } from './useAskActs'
import type { WholeAsk } from './useWholeAsk'

interface AskFootProps {
  readonly whole: WholeAsk
  readonly end: ShownAsk['end']
  readonly acts: AskActs
}

/** Its answers, or the words of a denial: while they are written, and when nobody wants them any more. */
export function AskFoot({ whole: { ask, isWhole }, end, acts }: AskFootProps) {
  const { denial, isDeaf, hindrance, isSending, choose, answerAll, deny, backToCard, unanswered } = acts
  if (end !== null) return <DenialLeft end={end} text={denial.left ?? ''} onDismiss={denial.dismiss} />
  if (denial.denying)
    return (
      <DenyReason
        isHere={denial.isHere}
        label={denial.denying.label}
        text={denial.text}
        hindrance={hindrance}
        onText={denial.write}
        onCancel={backToCard}
        onDeny={deny}
      />
    )
  return (
    <AskOptions
      ask={ask}
      isWhole={isWhole}
      isDeaf={isDeaf}
      hindrance={hindrance}
      isSending={isSending}
      onChoose={choose}
      onAnswer={ask.kind === 'question' ? answerAll : null}
      unanswered={unanswered}
    />
  )
}
