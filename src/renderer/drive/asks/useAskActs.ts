import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { Ask } from '../../../shared/drive/ask'
import { answersOf, type Reply, unansweredOf } from './answersOf'
import { denialAnswer } from './denialAnswer'
import { isHalfVisible } from './isHalfVisible'
import { optionOfKey } from './optionOfKey'
import { type Answering, useAnswering } from './useAnswering'
import { type Denial, useDenial } from './useDenial'
import type { Settling } from './useSettling'
import type { WholeAsk } from './useWholeAsk'
import { useWritten } from './useWritten'

type Option = Ask['options'][number]

interface Acting {
  readonly card: RefObject<HTMLElement | null>
  readonly whole: WholeAsk
  readonly settling: Settling
  readonly isGone: boolean
  readonly isPaused: boolean
  readonly isOut: boolean
}

export interface AskActs extends Pick<Answering, 'isSending' | 'isSettled' | 'said'> {
  readonly replies: ReadonlyMap<string, Reply>
  readonly unanswered: readonly Ask['questions'][number][]
  readonly denial: Denial
  /** Nothing that is pressed answers. */
  readonly isDeaf: boolean
  /** Why it will not for a while; null: it does, or is about to. */
  readonly hindrance: string | null
  setReplies(replies: ReadonlyMap<string, Reply>): void
  choose(option: Option): void
  answerAll(): void
  deny(message: string | null): void
  backToCard(): void
  press(event: KeyboardEvent): void
}

export const pausedWords = 'Its session is paused: it can be answered when it goes on.'

/** What a person can do on one card. */
export function useAskActs({ card, whole: { ask, isWhole }, settling, isGone, isPaused, isOut }: Acting): AskActs {
  const written = useWritten(ask.id, isOut)
  const { replies } = written
  const setReplies = (next: ReadonlyMap<string, Reply>): void => written.change({ replies: next })
  const [hint, setHint] = useState<string | null>(null)
  const denial = useDenial(ask.id, isGone, written)
  const { answer, isSending, isSettled, said } = useAnswering(ask.id)
  const isDeaf = settling.isSettling || isGone || isPaused || isSending || isSettled
  const unanswered = ask.kind === 'question' ? unansweredOf(ask.questions, replies) : []
  const answerAll = (): void => {
    const answers = answersOf(ask.questions, replies)
    if (isDeaf || !isWhole) return
    setHint(answers ? null : `${unanswered.length} of ${ask.questions.length} without an answer`)
    if (answers) answer(answers)
    else focusQuestion(card.current, unanswered[0]?.id)
  }
  const choose = (option: Option): void => {
    const isDenial = option.effect === 'deny' || option.effect === 'halt'
    // Of what is only told in brief nothing can be allowed.
    if (isDeaf || (!isWhole && !isDenial)) return
    if (option.takesMessage) denial.begin(option)
    else answer({ kind: 'option', option: option.id, message: null })
  }
  const press = (event: KeyboardEvent): void => {
    if (isGone) return swallow(event)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && ask.kind === 'question') {
      event.preventDefault()
      return answerAll()
    }
    if (event.target !== card.current || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (settling.isSettling) settling.again()
    const option = optionOfKey(ask, event.key)
    if (!option) return
    event.preventDefault()
    event.stopPropagation()
    if (isHalfVisible(event.currentTarget)) return choose(option)
    event.currentTarget.scrollIntoView({ block: 'nearest' })
    setHint('Nothing was answered: this card was out of sight.')
  }
  const deny = (message: string | null): void => {
    const given = denialAnswer(denial.denying, message, { isGone, isPaused })
    if (given) answer(given)
  }
  const backToCard = (): void => {
    denial.cancel()
    card.current?.focus()
  }
  return {
    ...{ replies, setReplies, unanswered, denial, isDeaf, isSending, isSettled },
    hindrance: isPaused ? pausedWords : null,
    said: said ?? (hint === null ? null : { text: hint, isRefusal: false }),
    ...{ choose, answerAll, deny, backToCard, press },
  }
}

/** Whoever goes on typing for what is no longer asked must start nothing else by it. */
function swallow(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && (event.key.length === 1 || event.key === 'Enter')
  if (!isPlain || event.target !== event.currentTarget) return
  event.preventDefault()
  event.stopPropagation()
}

function focusQuestion(card: HTMLElement | null, id: string | undefined): void {
  const fields = [...(card?.querySelectorAll<HTMLElement>('[data-question]') ?? [])]
  const field = fields.find(({ dataset }) => dataset['question'] === id)
  field?.scrollIntoView({ block: 'nearest' })
  field?.querySelector<HTMLElement>('input')?.focus()
}
