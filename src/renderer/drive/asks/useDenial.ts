import { useEffect, useState } from 'react'
import type { Ask, AskId } from '../../../shared/drive/ask'
import { holdGone } from './heldGone'
import type { WrittenHere } from './useWritten'

type Option = Ask['options'][number]

export interface Denial {
  /** The answer that takes the words; null: none is being written. */
  readonly denying: Option | null
  readonly text: string
  /** Words that are left of an ask that is gone; null: none, or it is still asked. */
  readonly left: string | null
  /** It was begun on this card, which takes the focus. */
  readonly isHere: boolean
  begin(option: Option): void
  write(text: string): void
  cancel(): void
  /** What is left has been seen. */
  dismiss(): void
}

/** Why not, in a person's words: they outlive the ask that they were meant for, and so does an answer in own words. */
export function useDenial(ask: AskId, isGone: boolean, written: WrittenHere): Denial {
  const { denial, isOwner } = written
  const [isHere, setHere] = useState(false)
  const text = denial?.text ?? ''
  const [isDismissed, setDismissed] = useState(false)
  const words = text.trim() === '' ? ownWords(written) : text
  const isLeft = isGone && isOwner && !isDismissed && words.trim() !== ''
  useEffect(() => (isLeft ? holdGone(ask) : undefined), [ask, isLeft])
  return {
    ...{ denying: denial?.option ?? null, text, left: isLeft ? words : null, isHere },
    begin: (option) => {
      setHere(true)
      written.change({ denial: { option, text } })
    },
    write: (next) => {
      setHere(true)
      if (denial) written.change({ denial: { ...denial, text: next } })
    },
    cancel: () => written.change({ denial: null }),
    dismiss: () => {
      setDismissed(true)
      written.drop()
    },
  }
}

function ownWords({ replies }: Pick<WrittenHere, 'replies'>): string {
  return [...replies.values()].flatMap(({ isOwn, own }) => (isOwn ? own : [])).join('\n')
}
