import { create } from 'zustand'

interface NearRow {
  /** The row the pointer was in last, by its name (`n - origin`). */
  readonly pointed: number | null
  /** The row the focus was in last. */
  readonly focused: number | null
}

/** Where a person is among the rows: only there are the tools of a block in the page. With all of them a frame of a flood costs a third more. */
export const useNearRow = create<NearRow>(() => ({ pointed: null, focused: null }))

export function useIsNear(row: number): boolean {
  return useNearRow(({ pointed, focused }) => pointed === row || focused === row)
}

/** Leaving is no news: a menu that was opened from the row lies beside it, and gives the focus back. */
export function noteNear(how: keyof NearRow, target: EventTarget, origin: number): void {
  const row = target instanceof Element ? target.closest('[data-index]') : null
  if (!row) return
  const name = Number(row.getAttribute('data-index')) - origin
  if (useNearRow.getState()[how] !== name) useNearRow.setState({ [how]: name })
}
