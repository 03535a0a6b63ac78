import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../../shared/fault'
import { faultOf } from '../store/client'

export interface LatestAnswer<T> {
  readonly value: T | null
  readonly fault: Fault | null
  /** It answers an earlier question; the answer to this one is on its way. */
  readonly isOld: boolean
  /** What it answers; empty: nothing yet. */
  readonly question: string
}

interface Asked<T> {
  readonly question: string
  readonly ask: () => Promise<T>
}

/**
 * The answer to the latest of questions that follow one another quickly. One is asked at a time: of those that come meanwhile only the
 * last is asked next. The question's name says all that it depends on; empty: nothing is asked.
 */
export function useLatest<T>(question: string, ask: () => Promise<T>): LatestAnswer<T> {
  const [answer, setAnswer] = useState<LatestAnswer<T>>({
    value: null,
    fault: null,
    isOld: true,
    question: '',
  })
  const wanted = useRef<Asked<T> | null>(null)
  const isAsking = useRef(false)
  const latest = useRef(ask)
  const shown = useRef('')
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    wanted.current = question === '' ? null : { question, ask: latest.current }
    // Back to what is shown already: the question in between is answered to nobody, or its answer would take the right one away.
    if (isAsking.current && shown.current === question) wanted.current = null
    const work = async (): Promise<void> => {
      if (isAsking.current) return
      isAsking.current = true
      while (wanted.current) {
        const asked = wanted.current
        const given = await asked.ask().then(
          (value) => ({ value, fault: null }),
          (error: unknown) => ({ value: null, fault: faultOf(error) }),
        )
        if (wanted.current === null) break
        if (wanted.current === asked) wanted.current = null
        shown.current = asked.question
        setAnswer({ ...given, isOld: false, question: asked.question })
      }
      isAsking.current = false
    }
    void work()
  }, [question])
  // Whoever is gone asks no more.
  useEffect(() => {
    return () => {
      wanted.current = null
    }
  }, [])
  if (question === '') return { value: null, fault: null, isOld: false, question: '' }
  return { ...answer, isOld: answer.question !== question }
}
