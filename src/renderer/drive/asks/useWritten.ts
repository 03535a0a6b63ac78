import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Ask, AskId } from '../../../shared/drive/ask'
import type { Reply } from './answersOf'

/** What a person is about to answer. */
export interface Written {
  /** Why not, and the answer that takes the words; null: none is being written. */
  readonly denial: { readonly option: Ask['options'][number]; readonly text: string } | null
  /** To its questions, by their names. */
  readonly replies: ReadonlyMap<string, Reply>
}

interface Kept extends Written {
  /** The card it was written on last, which shows what is left of it when the ask is gone. Null: that card is gone itself. */
  readonly owner: object | null
}

const nothing: Kept = { denial: null, replies: new Map(), owner: null }
/** Of asks that are over and forgotten by everybody. */
const mostKept = 50

/** By ask: its card may have to move to another place of the page, and takes the words along. */
const useKept = create<ReadonlyMap<AskId, Kept>>(() => new Map())

export interface WrittenHere extends Written {
  readonly isOwner: boolean
  change(some: Partial<Written>): void
  drop(): void
}

/** `isOut`: nobody sees this card. Words whose card is gone are taken over by the next one that is seen. */
export function useWritten(ask: AskId, isOut: boolean): WrittenHere {
  const [self] = useState<object>(() => ({}))
  const kept = useKept((all) => all.get(ask)) ?? nothing
  useEffect(() => {
    if (!isOut && useKept.getState().get(ask)?.owner === null) put(ask, { owner: self })
  })
  useEffect(() => {
    if (isOut) return
    return () => {
      if (useKept.getState().get(ask)?.owner === self) put(ask, { owner: null })
    }
  }, [ask, self, isOut])
  return {
    ...{ denial: kept.denial, replies: kept.replies, isOwner: kept.owner === self },
    change: (some) => put(ask, { ...some, owner: self }),
    drop: () => put(ask, null),
  }
}

function put(ask: AskId, change: Partial<Kept> | null): void {
  const all = new Map(useKept.getState())
  const before = all.get(ask) ?? nothing
  all.delete(ask)
  if (change) all.set(ask, { ...before, ...change })
  useKept.setState(new Map([...all].slice(-mostKept)), true)
}
