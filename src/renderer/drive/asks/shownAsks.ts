import { useMemo } from 'react'
import type { Ask, AskEnd } from '../../../shared/drive/ask'
import { type Drive, useDrive } from '../useDrive'

/** An ask as it stands on the page: open, or gone and about to go. */
export interface ShownAsk {
  readonly ask: Ask
  readonly end: Pick<AskEnd, 'how' | 'label'> | null
}

/** Oldest first. What this page itself has answered goes at once. */
export function shownAsks({ asks, gone, own }: Pick<Drive, 'asks' | 'gone' | 'own'>): readonly ShownAsk[] {
  const left = gone.filter(({ ask }) => !own.has(ask.id))
  const all: ShownAsk[] = [...asks.map((ask) => ({ ask, end: null })), ...left]
  return all.sort(({ ask: a }, { ask: b }) => compare(a.at, b.at) || compare(a.id, b.id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function useShownAsks(): readonly ShownAsk[] {
  const asks = useDrive((drive) => drive.asks)
  const gone = useDrive((drive) => drive.gone)
  const own = useDrive((drive) => drive.own)
  return useMemo(() => shownAsks({ asks, gone, own }), [asks, gone, own])
}
