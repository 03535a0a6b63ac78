import { create } from 'zustand'
import type { LinesChange } from './raw/holdPlace'
import { toggleRow } from './useTranscript'

export interface ListHandle {
  goTo(n: number): void
  /** The item somebody was led to while it is still in sight, else the first that is. */
  standsAt(): number
  focus(): void
  /** This row stays where it is while it changes. */
  hold(n: number): void
  /** Whatever the reader looks at stays where it is while lines come or go between the items. */
  holdPlace(change: LinesChange): void
}

interface ListNow {
  readonly list: ListHandle | null
  readonly said: string
  /** The list that went last had it. */
  readonly hadFocus: boolean
}

/** The list that is on the screen, for those who act on it from outside: the tab row, the find bar. */
export const useList = create<ListNow>(() => ({ list: null, said: '', hadFocus: false }))

export function listNow(): ListHandle | null {
  return useList.getState().list
}

export function sayInTranscript(said: string): void {
  useList.setState({ said })
}

/** By a hand: what was pressed stays under the pointer. */
export function pressRow(n: number): void {
  listNow()?.hold(n)
  toggleRow(n)
}
