import { create } from 'zustand'
import type { RunUri } from '../../shared/ids'
import { useUi } from '../store/ui'

/** What came of the last change of a place; it goes by itself after a while. */
export interface LinkOutcome {
  /** What is undone is undone there, whatever is shown by then. */
  readonly run: RunUri
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

export function tellOutcome(told: Omit<LinkOutcome, 'times'>): void {
  clearTimeout(timer)
  // An answer that comes when another run is shown is about nothing that can be seen.
  if (told.run !== useUi.getState().run) return
  useLinkOutcome.setState(({ outcome }) => ({ outcome: { ...told, times: (outcome?.times ?? 0) + 1 } }))
  timer = setTimeout(clearOutcome, shownMs)
}

export function clearOutcome(): void {
  clearTimeout(timer)
  useLinkOutcome.setState({ outcome: null })
}

useUi.subscribe((ui, before) => {
  if (ui.run !== before.run) clearOutcome()
})
