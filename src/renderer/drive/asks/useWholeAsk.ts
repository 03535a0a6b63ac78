import { useEffect, useState } from 'react'
import { Ask, type AskId } from '../../../shared/drive/ask'
import { callEngine, faultOf } from '../../store/client'

export interface WholeAsk {
  readonly ask: Ask
  /** All of it is here: it may be allowed. */
  readonly isWhole: boolean
  /** Why the rest cannot be had; null: it is here or on its way. */
  readonly fault: string | null
  again(): void
}

interface Read {
  /** The how manieth attempt. */
  readonly of: number
  readonly whole: Ask | null
  readonly fault: string | null
}

/** What was told in brief is read whole while its card is shown. */
export function useWholeAsk(told: Ask): WholeAsk {
  const [read, setRead] = useState<Read>({ of: 0, whole: null, fault: null })
  const [attempt, setAttempt] = useState(0)
  const { id, isShort } = told
  useEffect(() => {
    if (!isShort) return
    const stop = new AbortController()
    readWhole(id, stop.signal).then(
      (whole) => setRead({ of: attempt, whole, fault: null }),
      (error: unknown) => !stop.signal.aborted && setRead({ of: attempt, whole: null, fault: faultOf(error).message }),
    )
    return () => stop.abort()
  }, [id, isShort, attempt])
  const again = (): void => setAttempt(attempt + 1)
  if (!isShort) return { ask: told, isWhole: true, fault: null, again }
  const { whole } = read
  // Its place is told anew while the tree grows.
  const ask = whole ? { ...whole, key: told.key, run: told.run } : told
  return { ask, isWhole: whole !== null, fault: read.of === attempt ? read.fault : null, again }
}

async function readWhole(ask: AskId, signal: AbortSignal): Promise<Ask> {
  const parts: string[] = []
  for (let length = 0; ; ) {
    const { text, total } = await callEngine('readAsk', { ask, from: length }, signal)
    parts.push(text)
    length += text.length
    if (length >= total || text === '') return Ask.parse(JSON.parse(parts.join('')))
  }
}
