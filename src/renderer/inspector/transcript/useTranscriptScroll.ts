import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ItemRange } from './missingRange'
import { RowWindow } from './RowWindow'
import { recallPlace, rememberPlace } from './readingPlaces'
import { flashRow, useTranscript } from './useTranscript'

export interface TranscriptScroll {
  readonly rows: RowWindow
  /** The rows that are drawn, by number. */
  readonly drawn: ItemRange
  /** How many items came since the reader left the end; 0 there. */
  readonly fresh: number
  readonly active: number | null
  setActive(n: number | null): void
  goTo(n: number): void
}

/** Enough for a view of calls; what a higher one holds is drawn in the same breath. */
const drawnFirst = 24

/** Where the reader is: at the end and following it, or somewhere and left alone. */
export function useTranscriptScroll(
  box: RefObject<HTMLElement | null>,
  block: RefObject<HTMLElement | null>,
  show: (seen: ItemRange) => void,
): TranscriptScroll {
  const total = useTranscript((transcript) => transcript.total)
  const origin = useTranscript((transcript) => transcript.origin)
  const [range, setRange] = useState<ItemRange>(() => ({ from: Math.max(0, total - drawnFirst) - origin, to: total - origin }))
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const [rows] = useState<RowWindow>(
    () =>
      new RowWindow(
        {
          onRange: (next, isNow) => (isNow ? flushSync(() => setRange(next)) : setRange(next)),
          onPlace: () => {
            setLeftAt((before) => (rows.isAtEnd ? null : (before ?? useTranscript.getState().total)))
            keepPlace(rows)
            show(rows.seen)
          },
        },
        range,
      ),
  )
  useLayoutEffect(() => (box.current && block.current ? rows.attach(box.current, block.current) : undefined), [rows, box, block])
  // After every drawing: what was drawn has a height now.
  useLayoutEffect(() => {
    rows.resize(total, origin)
    rows.settle(true)
  })
  useShown(rows, show)
  useLastPlace(rows)
  const goTo = useCallback(
    (n: number) => {
      flashRow(n)
      rows.goTo(n, 'centre')
    },
    [rows],
  )
  const drawn = { from: Math.max(0, range.from + origin), to: Math.min(total, range.to + origin) }
  return { rows, drawn, fresh: leftAt === null ? 0 : Math.max(0, total - leftAt), active, setActive, goTo }
}

/** What is in sight is asked for when it is not there: also after a change of the transcript that moved nothing. */
function useShown(rows: RowWindow, show: (seen: ItemRange) => void): void {
  const version = useTranscript((transcript) => transcript.version)
  useEffect(() => {
    if (version > 0) show(rows.seen)
  }, [rows, version, show])
}

/** Once the numbers are known: to where the reader stopped, unless they have gone somewhere meanwhile. */
function useLastPlace(rows: RowWindow): void {
  const isWhole = useTranscript((transcript) => transcript.phase === 'whole')
  useLayoutEffect(() => {
    if (!isWhole) return
    const { run, key } = useTranscript.getState()
    const place = run === null || key === null || !rows.isAtEnd ? undefined : recallPlace(run, key)
    if (place) rows.goTo(place.n, place.below)
    else keepPlace(rows)
  }, [rows, isWhole])
}

function keepPlace(rows: RowWindow): void {
  const { run, key, phase } = useTranscript.getState()
  if (run !== null && key !== null && phase === 'whole') rememberPlace(run, key, rows.isAtEnd ? null : rows.place)
}
