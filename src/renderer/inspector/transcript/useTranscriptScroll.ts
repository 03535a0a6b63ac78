import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ItemRange } from './missingRange'
import { RowWindow } from './RowWindow'
import { rawLinePx } from './raw/rawLinePx'
import { useRawGap } from './raw/useRawGap'
import { recallPlace, rememberPlace } from './readingPlaces'
import type { ShownItems } from './ShownItems'
import { showAnyway, useSift } from './useSift'
import { flashRow, useRowCount, useTranscript } from './useTranscript'

export interface TranscriptScroll {
  readonly rows: RowWindow
  /** The rows that are drawn, by number. */
  readonly drawn: ItemRange
  /** How many items came since the reader left the end; 0 there. What is still being written is none. */
  readonly fresh: number
  readonly active: number | null
  setActive(n: number | null): void
  goTo(n: number): void
}

/** Enough for a view of texts; what one of calls holds more is drawn in the same breath. */
const drawnFirst = 12

/** Where the reader is: at the end and following it, or somewhere and left alone. */
export function useTranscriptScroll(
  box: RefObject<HTMLElement | null>,
  block: RefObject<HTMLElement | null>,
  show: (seen: ItemRange) => void,
): TranscriptScroll {
  const total = useTranscript((transcript) => transcript.total)
  const count = useRowCount()
  const origin = useTranscript((transcript) => transcript.origin)
  const [first, setRange] = useState<ItemRange>(() => ({ from: Math.max(0, count - drawnFirst) - origin, to: count - origin }))
  // By name, like the rows: numbers are others once more than the end is known.
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const [activeRow, setActiveRow] = useState<number | null>(null)
  const [rows] = useState<RowWindow>(
    () =>
      new RowWindow(
        {
          onRange: (next, isNow) => (isNow ? flushSync(() => setRange(next)) : setRange(next)),
          onPlace: () => {
            setLeftAt((before) => (rows.isAtEnd ? null : (before ?? rowOf(useTranscript.getState().total))))
            keepPlace(rows)
            show(rows.seen)
          },
        },
        first,
      ),
  )
  useLayoutEffect(() => (box.current && block.current ? rows.attach(box.current, block.current) : undefined), [rows, box, block])
  // After every drawing: what was drawn has a height now.
  useLayoutEffect(() => rows.settle(true))
  useShown(rows, show)
  useLastPlace(rows)
  const setActive = useCallback((n: number | null) => setActiveRow(n === null ? null : rowOf(n)), [])
  const goTo = useCallback(
    (n: number) => {
      showAnyway(n)
      flashRow(n)
      rows.goTo(n, 'centre')
    },
    [rows],
  )
  const shown = useSift((sift) => sift.shown)
  const version = useSift((sift) => sift.version)
  const lead = (useRawGap(0)?.count ?? 0) * rawLinePx
  const range = rows.resize(count, origin, { has: shown && ((n) => !shown.has(n)), version }, lead)
  const drawn = { from: Math.max(0, range.from + origin), to: Math.min(count, range.to + origin) }
  return {
    rows,
    drawn,
    fresh: leftAt === null ? 0 : countFrom(leftAt + origin, total, shown),
    active: activeRow === null ? null : activeRow + origin,
    setActive,
    goTo,
  }
}

function rowOf(n: number): number {
  return n - useTranscript.getState().origin
}

function countFrom(n: number, total: number, shown: ShownItems | null): number {
  return shown ? shown.within(n, total).length : Math.max(0, total - n)
}

/** What is in sight is asked for when it is not there: also after a change of the transcript or its filter that moved nothing. */
function useShown(rows: RowWindow, show: (seen: ItemRange) => void): void {
  const version = useTranscript((transcript) => transcript.version)
  const sifted = useSift((sift) => sift.version)
  useEffect(() => {
    if (version + sifted > 0) show(rows.seen)
  }, [rows, version, sifted, show])
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
