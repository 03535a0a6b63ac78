import { useState } from 'react'
import type { AskAnswer, AskId } from '../../../shared/drive/ask'
import { callEngine, faultOf } from '../../store/client'
import { useDrive } from '../useDrive'

export interface Answering {
  readonly isSending: boolean
  /** What became of it, where it was not simply taken. */
  readonly said: { readonly text: string; readonly isRefusal: boolean } | null
  /** It is settled: nothing can be answered any more. */
  readonly isSettled: boolean
  answer(answer: AskAnswer): void
}

const open = { isSending: false, said: null, isSettled: false } as const

/** Answers an ask once. A card that was answered elsewhere says so. */
export function useAnswering(ask: AskId): Answering {
  const [state, setState] = useState<Omit<Answering, 'answer'>>(open)
  const answer = (given: AskAnswer): void => {
    if (state.isSending || state.isSettled) return
    setState({ ...open, isSending: true })
    setOwn(ask, true)
    callEngine('answerAsk', { ask, answer: given }).then(
      ({ outcome, message }) => {
        switch (outcome) {
          case 'answered':
            return setState({ ...open, isSettled: true })
          case 'already':
            setOwn(ask, false)
            return setState({ ...open, isSettled: true, said: { text: message ?? 'Answered elsewhere.', isRefusal: false } })
          case 'refused':
            setOwn(ask, false)
            return setState({ ...open, said: { text: message ?? 'It was not taken.', isRefusal: true } })
          default:
            return outcome satisfies never
        }
      },
      (error: unknown) => {
        setOwn(ask, false)
        setState({ ...open, said: { text: faultOf(error).message, isRefusal: true } })
      },
    )
  }
  return { ...state, answer }
}

/** Said before it is sent: the news that it is gone may be here before the answer to the call is. */
function setOwn(ask: AskId, isOwn: boolean): void {
  useDrive.setState(({ own }) => {
    const next = new Set(own)
    if (isOwn) next.add(ask)
    else next.delete(ask)
    return { own: next }
  })
}
