import { type TranscriptView, useTranscript } from './useTranscript'

/**
 * What the engine calls an item of the transcript. While only the end is shown numbers are provisional, and a call with one would reach
 * another item: it is waited for. To be asked when the item is taken in hand, not when something is done with it: by then the number
 * may have become another one.
 */
export function holdNumber(n: number): () => Promise<number> {
  const { phase } = useTranscript.getState()
  if (phase !== 'tail') return () => Promise.resolve(n)
  const origin = untilWhole()
  return async () => n + (await origin)
}

/** Once numbers are known: how many items lie before the end that was shown first. Never, where another transcript comes before that. */
export function untilWhole(): Promise<number> {
  const { phase, run, key } = useTranscript.getState()
  if (phase !== 'tail') return Promise.resolve(0)
  return new Promise((resolve) => {
    const stop = useTranscript.subscribe((now: TranscriptView) => {
      const isOther = now.run !== run || now.key !== key || now.phase === 'loading' || now.phase === 'failed'
      if (!isOther && now.phase === 'tail') return
      stop()
      // Once it is drawn: the list goes by what it drew last.
      if (!isOther) setTimeout(() => resolve(now.origin))
    })
  })
}

/** For what reads more of an item by itself. Null: not known yet. */
export function useItemNumber(n: number): number | null {
  return useTranscript(({ phase }) => (phase === 'tail' ? null : n))
}
