import './AskCard.css'
import { useRef } from 'react'
import type { Ask } from '../../../shared/drive/ask'
import { neutraliseText } from '../../../shared/neutraliseText'
import { useDrive } from '../useDrive'
import { AskBody } from './AskBody'
import { AskEnded } from './AskEnded'
import { AskFoot } from './AskFoot'
import { AskHead } from './AskHead'
import { AskSubject } from './AskSubject'
import { QuestionFields } from './QuestionFields'
import type { ShownAsk } from './shownAsks'
import { pausedWords, useAskActs } from './useAskActs'
import type { AskStep } from './useAskPath'
import { useFocusAfter } from './useFocusAfter'
import { useSettling } from './useSettling'
import { useWholeAsk } from './useWholeAsk'

interface AskCardProps extends ShownAsk {
  /** `row`: the head is the list's own. */
  readonly look: 'node' | 'row' | 'drawer'
  /** Who asks, the root first. */
  readonly path: readonly AskStep[]
  /** It is only measured. */
  readonly isOut?: boolean
  /** Changes when it was moved over the page, which its own place in it does not say. */
  readonly moves?: number
}

const askTitles: Readonly<Record<Ask['kind'], string>> = { permission: 'Permission', question: 'Question', plan: 'Plan' }

const places = { node: 'at-node', row: 'in-row', drawer: 'in-drawer' } as const

/** What an agent asks, wherever it is shown: the same answers in the same order. Its keys work only while it has the focus and is seen. */
export function AskCard({ ask: told, end, look, path, isOut = false, moves = 0 }: AskCardProps) {
  const card = useRef<HTMLElement>(null)
  const whole = useWholeAsk(told)
  const isPaused = useDrive(({ launches }) => launches.some(({ id, phase }) => id === told.launch && phase === 'paused'))
  const settling = useSettling(card, `${whole.isWhole} ${isOut} ${moves} ${isPaused}`)
  const acts = useAskActs({ card, whole, settling, isGone: end !== null, isPaused, isOut })
  useFocusAfter(card, end !== null)
  const { ask } = whole
  const { isSettling } = settling
  const title = askTitles[ask.kind]
  const isLine = end !== null && acts.denial.left === null
  const state = `${acts.isSettled ? ' settled' : ''}${isSettling ? ' settling' : ''}${isLine ? ' line' : ''}`
  return (
    <section
      className={`ask-card ${places[look]}${state}`}
      aria-label={`${title}: ${path.map(({ label }) => label).join(' ▸ ')}`}
      aria-busy={isSettling}
      data-card={ask.id}
      data-ask={end === null ? ask.id : undefined}
      onKeyDown={acts.press}
      ref={card}
      {...focusable}
    >
      {isLine ? (
        <AskEnded ask={ask} end={end} path={path} />
      ) : (
        <>
          {look !== 'row' && <AskHead ask={ask} title={title} path={look === 'node' ? path.slice(-1) : path} />}
          <AskBody>
            <AskSubject whole={whole} />
            {ask.kind === 'question' && <QuestionFields ask={ask} replies={acts.replies} onChange={acts.setReplies} />}
          </AskBody>
          {isPaused && end === null && <p className="ask-said f2">{pausedWords}</p>}
          {acts.said && (
            <p className={acts.said.isRefusal ? 'ask-said st-failed' : 'ask-said f2'} role="status">
              {neutraliseText(acts.said.text)}
            </p>
          )}
          <AskFoot whole={whole} end={end} acts={acts} />
        </>
      )}
    </section>
  )
}

/** A card is a stop of the keyboard of its own: its keys must not answer for whoever is somewhere else. */
const focusable = { tabIndex: 0 }
