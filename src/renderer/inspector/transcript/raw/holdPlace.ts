import type { RowWindow } from '../RowWindow'

/** What happens to the lines between the items. */
export type LinesChange = 'coming' | 'come' | 'going'

/** The item that the reader looks at stays; where they look at lines that go, the item these follow comes into view. */
export function holdPlace(rows: RowWindow, scroller: HTMLElement | null, change: LinesChange): void {
  const { n } = rows.place
  // What comes behind the last item would push away what is read at the end.
  if (change === 'coming') rows.hold(n, false)
  // Whoever went to the end meanwhile wants to be there.
  if (change === 'coming' || rows.isAtEnd) return
  const lines = scroller?.querySelector(`[data-index="${n}"] .raw-lines`)
  const isPast = lines && scroller && lines.getBoundingClientRect().top <= scroller.getBoundingClientRect().top
  if (change === 'going' && isPast) rows.goTo(n, 8)
  else rows.hold(n, true)
}
