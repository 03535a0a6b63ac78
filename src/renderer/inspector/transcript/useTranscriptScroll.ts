import { defaultRangeExtractor, type ReactVirtualizer, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ItemRange } from './missingRange'
import { recallPlace, rememberPlace } from './readingPlaces'
import { flashRow, useTranscript } from './useTranscript'

export type RowVirtualizer = ReactVirtualizer<HTMLDivElement, HTMLElement>

interface Wanted {
  readonly n: number
  readonly align: 'start' | 'center'
  /** How far below the top of the view it stood, where that is known. */
  readonly below: number
}

export interface TranscriptScroll {
  readonly virtualizer: RowVirtualizer
  /** How many items came since the reader left the end; 0 there. */
  readonly fresh: number
  readonly active: number | null
  setActive(n: number | null): void
  goTo(n: number): void
  goToEnd(): void
  onScroll(): void
}

const nearEnd = 32
/** A call: the most frequent row, which then costs nothing to measure. */
const usualHeight = 24

/** The same for every row and for ever: a guess that becomes better later would move what is read, and nobody would make up for it. */
function rowHeight(): number {
  return usualHeight
}

/** Where the reader is: at the end and following it, or somewhere and left alone. */
export function useTranscriptScroll(
  scroller: RefObject<HTMLDivElement | null>,
  show: (seen: ItemRange) => void,
): TranscriptScroll {
  const total = useTranscript((transcript) => transcript.total)
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const [active, setActive] = useState<number | null>(null)
  const virtualizer = useRows(scroller, active, leftAt === null)
  const goTo = useWanted(virtualizer)
  useSeenRange(virtualizer, show)
  const goToEnd = (): void => {
    setLeftAt(null)
    virtualizer.scrollToEnd()
  }
  const onScroll = (): void => {
    const box = scroller.current
    if (!box) return
    // Asked of the box itself: the virtualiser hears of the same scrolling a moment later.
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd
    setLeftAt((before) => (isAtEnd ? null : (before ?? total)))
    keepPlace(virtualizer, box.scrollTop, isAtEnd)
  }
  return { virtualizer, fresh: leftAt === null ? 0 : Math.max(0, total - leftAt), active, setActive, goTo, goToEnd, onScroll }
}

function useRows(scroller: RefObject<HTMLDivElement | null>, active: number | null, isAtEnd: boolean): RowVirtualizer {
  const total = useTranscript((transcript) => transcript.total)
  const origin = useTranscript((transcript) => transcript.origin)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    // Beginning at the top would draw, measure and throw away the rows there.
    initialOffset: () => Math.max(0, total * usualHeight - (scroller.current?.clientHeight ?? 0)),
    getItemKey: useCallback((n: number) => n - origin, [origin]),
    // A row that has the focus stays, or the keyboard would fall out of the list.
    rangeExtractor: useCallback(
      (range) => {
        const seen = defaultRangeExtractor(range)
        return active === null || active >= range.count || seen.includes(active) ? seen : [...seen, active].sort((a, b) => a - b)
      },
      [active],
    ),
    // Held at the end only by who reads there: elsewhere it would reckon every row anew for each that is measured.
    anchorTo: isAtEnd ? 'end' : 'start',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    paddingStart: 8,
    paddingEnd: 8,
    overscan: 10,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAboveView
  return virtualizer
}

/** What grows above the view must not push what is read, also on the way up, where rows arrive after their place was drawn. */
function isAboveView(
  item: VirtualItem,
  _delta: number,
  { scrollOffset, itemSizeCache }: Pick<RowVirtualizer, 'scrollOffset' | 'itemSizeCache'>,
): boolean {
  const top = scrollOffset ?? 0
  return itemSizeCache.has(item.key) ? item.end <= top + 1 : item.start < top
}

/** Opens where the reader stopped, else at the end, and goes to an item even when it has to be fetched first. */
function useWanted(virtualizer: RowVirtualizer): (n: number) => void {
  const wanted = useRef<Wanted | null>(null)
  const version = useTranscript((transcript) => transcript.version)
  const settle = useCallback((): void => {
    const { items } = useTranscript.getState()
    const place = wanted.current
    if (!place) return
    if (place.align === 'center') virtualizer.scrollToIndex(place.n, { align: 'center' })
    else holdInView(virtualizer, place, framesHeld)
    if (items.has(place.n)) wanted.current = null
  }, [virtualizer])
  useLayoutEffect(() => {
    const place = lastPlace()
    if (place) wanted.current = place
    else virtualizer.scrollToEnd()
    settle()
  }, [virtualizer, settle])
  useEffect(() => {
    if (version > 0) settle()
  }, [version, settle])
  return useCallback(
    (n: number) => {
      wanted.current = { n, align: 'center', below: 0 }
      flashRow(n)
      settle()
    },
    [settle],
  )
}

/** As long as it takes until the rows around it are fetched and measured. */
const framesHeld = 8

/** Puts a row where it stood, as the page really drew it: heights are guesses until then. */
function holdInView(virtualizer: RowVirtualizer, place: Wanted, frames: number): void {
  const box = virtualizer.scrollElement
  const row = box?.querySelector(`[data-index="${place.n}"]`)
  const [start] = virtualizer.getOffsetForIndex(place.n, 'start') ?? [0]
  if (box && row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - place.below
  else virtualizer.scrollToOffset(start - place.below)
  if (frames > 0) requestAnimationFrame(() => holdInView(virtualizer, place, frames - 1))
}

/** Where the reader stopped; null: at the end, or never been here. */
function lastPlace(): Wanted | null {
  const { run, key, phase, origin } = useTranscript.getState()
  const place = run === null || key === null || phase !== 'whole' ? undefined : recallPlace(run, key)
  return place ? { n: place.isInTail ? place.n + origin : place.n, below: place.below, align: 'start' } : null
}

function useSeenRange(virtualizer: RowVirtualizer, show: (seen: ItemRange) => void): void {
  const from = virtualizer.range?.startIndex
  const to = virtualizer.range?.endIndex
  const version = useTranscript((transcript) => transcript.version)
  useEffect(() => {
    if (from !== undefined && to !== undefined && version > 0) show({ from, to: to + 1 })
  }, [from, to, version, show])
}

function keepPlace(virtualizer: RowVirtualizer, top: number, isAtEnd: boolean): void {
  const { run, key, phase } = useTranscript.getState()
  // The end of a tail is where everybody begins: it says nothing of where somebody stopped.
  if (run === null || key === null || (phase === 'tail' && isAtEnd)) return
  const first = virtualizer.getVirtualItemForOffset(top)
  rememberPlace(run, key, isAtEnd || !first ? null : { n: first.index, below: first.start - top, isInTail: phase === 'tail' })
}
