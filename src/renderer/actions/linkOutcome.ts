import { create } from 'zustand'

/** What came of the last change of a place; it goes by itself after a while. */
export interface LinkOutcome {
  readonly text: string
  readonly isRefusal: boolean
  /** What can be done about it; null: nothing. */
  readonly offer: 'undo' | 'redo' | null
  /** Tells two outcomes with the same words apart. */
  readonly times: number
}

export const useLinkOutcome = create<{ readonly outcome: LinkOutcome | null }>(() => ({ outcome: null }))

const shownMs = 10_000
let timer: ReturnType<typeof setTimeout> | undefined

export function tellOutcome(text: string, offer: LinkOutcome['offer'], isRefusal = false): void {
  clearTimeout(timer)
  useLinkOutcome.setState(({ outcome }) => ({ outcome: { text, offer, isRefusal, times: (outcome?.times ?? 0) + 1 } }))
  timer = setTimeout(clearOutcome, shownMs)
}

export function clearOutcome(): void {
  clearTimeout(timer)
  useLinkOutcome.setState({ outcome: null })
}
