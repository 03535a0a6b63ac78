import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../../shared/fault'
import { faultOf, useClient } from '../store/client'

export type Answer<T> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'there'; readonly value: T }
  | { readonly kind: 'failed'; readonly fault: Fault }

/** What the engine answers to a question; asked anew when the question's name changes, the last answer stays meanwhile. */
export function useAnswer<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ kind: 'asking' })
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  const again = useAskedAgain(answer.kind === 'failed')
  const name = question === '' ? '' : `${question} ${again}`
  useEffect(() => {
    // The name says all that the question depends on.
    const stop = name === '' ? null : new AbortController()
    if (!stop) return
    latest.current(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setAnswer({ kind: 'there', value })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ kind: 'failed', fault: faultOf(error) })
      },
    )
    return () => stop.abort()
  }, [name])
  return answer
}

/** Counts the engines that came while there was no answer: what one that was away could not say another may. */
function useAskedAgain(hasFailed: boolean): number {
  const [again, setAgain] = useState(0)
  const isThere = useClient(({ connection }) => connection.kind === 'open')
  const wasThere = useRef(isThere)
  useEffect(() => {
    if (isThere && !wasThere.current && hasFailed) setAgain((before) => before + 1)
    wasThere.current = isThere
  }, [isThere, hasFailed])
  return again
}
