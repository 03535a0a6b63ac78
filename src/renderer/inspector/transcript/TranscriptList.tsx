import './TranscriptList.css'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { formatExact } from '../../../shared/formatCount'
import type { AgentKey, RunUri } from '../../../shared/ids'
import { Icon } from '../../controls/Icon'
import { useUi } from '../../store/ui'
import { useFind } from './findStore'
import { useList } from './listNow'
import type { ItemRange } from './missingRange'
import { paintHits } from './paintHits'
import { pressRowKey } from './pressRowKey'
import { holdPlace, type LinesChange } from './raw/holdPlace'
import { RawLead } from './raw/RawLead'
import { RawLines } from './raw/RawLines'
import type { ShownItems } from './ShownItems'
import { TranscriptRow } from './TranscriptRow'
import { noteNear } from './useNearRow'
import { useSift } from './useSift'
import { useRowCount, useTranscript } from './useTranscript'
import { type TranscriptScroll, useTranscriptScroll } from './useTranscriptScroll'

/** A box that scrolls is reached by keyboard. */
const reachable = { tabIndex: 0 }

interface TranscriptListProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly show: (seen: ItemRange) => void
}

export function TranscriptList({ run, agent, show }: TranscriptListProps) {
  const scroller = useRef<HTMLElement>(null)
  const block = useRef<HTMLDivElement>(null)
  const scroll = useTranscriptScroll(scroller, block, show)
  const count = useRowCount()
  useWantedItem(scroll)
  usePaintedHits(scroller.current)
  useEffect(() => {
    const list = {
      goTo: scroll.goTo,
      standsAt: () => standsAt(scroll),
      hold: (n: number) => scroll.rows.hold(n),
      holdPlace: (change: LinesChange) => holdPlace(scroll.rows, scroller.current, change),
      focus: () => scroller.current?.focus({ preventScroll: true }),
    }
    useList.setState({ list })
  })
  useKeptFocus(scroller)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (pressRowKey(event, { scroll, scroller: scroller.current, total: count, agent: { run, key: agent } })) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div className="tx-holder">
      <section
        className="tx-scroll"
        aria-label="Transcript"
        {...reachable}
        ref={scroller}
        onKeyDown={onKeyDown}
        onPointerOver={({ target }) => noteNear('pointed', target, useTranscript.getState().origin)}
        onFocus={({ target }) => noteNear('focused', target, useTranscript.getState().origin)}
      >
        <Rows run={run} agent={agent} scroll={scroll} block={block} />
      </section>
      {scroll.fresh > 0 && (
        <button type="button" className="tx-new" onClick={() => scroll.rows.goToEnd()}>
          <Icon name="down" size={12} /> {formatExact(scroll.fresh)} new
        </button>
      )}
    </div>
  )
}

/** Another list takes the place of this one: who had the focus in it keeps it. */
function useKeptFocus(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current
    // Unless they have gone elsewhere meanwhile.
    if (useList.getState().hadFocus && document.activeElement === document.body) box?.focus({ preventScroll: true })
    return () => useList.setState({ list: null, hadFocus: box?.contains(document.activeElement) ?? false })
  }, [scroller])
}

function standsAt({ rows }: TranscriptScroll): number {
  const { flash } = useTranscript.getState()
  const { from, to } = rows.seen
  return flash && flash.n >= from && flash.n < to ? flash.n : from
}

interface RowsProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly scroll: TranscriptScroll
  readonly block: RefObject<HTMLDivElement | null>
}

function Rows({ run, agent, scroll: { rows, drawn, active, setActive }, block }: RowsProps) {
  const count = useRowCount()
  const total = useTranscript((transcript) => transcript.total)
  const origin = useTranscript((transcript) => transcript.origin)
  const isBusy = useTranscript((transcript) => transcript.phase !== 'whole')
  const shown = useSift((sift) => sift.shown)
  useSift((sift) => sift.version)
  return (
    <div className="tx-rows" role="feed" aria-label="Items" aria-busy={isBusy}>
      <RawLead run={run} agent={agent} />
      <div className="tx-block" ref={block}>
        {rowsOf(drawn, active, count, shown).map((n) => (
          <article
            key={n - origin}
            className={shown?.isExtra(n) ? 'tx-row extra' : 'tx-row'}
            data-index={n}
            style={isIn(drawn, n) ? undefined : { position: 'absolute', top: rows.heights.top(n) - rows.heights.top(drawn.from) }}
            tabIndex={-1}
            aria-posinset={n + 1}
            aria-setsize={isBusy ? -1 : count}
            onFocus={() => active === n || setActive(n)}
          >
            <div className="tx-item">
              <TranscriptRow run={run} agent={agent} n={n} />
              <Flash n={n} />
            </div>
            {n < total && <RawLines run={run} agent={agent} before={n + 1} />}
          </article>
        ))}
      </div>
    </div>
  )
}

function isIn({ from, to }: ItemRange, n: number): boolean {
  return n >= from && n < to
}

/** A row that has the focus stays wherever the view goes, or the keyboard would fall out of the list. */
function rowsOf({ from, to }: ItemRange, active: number | null, count: number, shown: ShownItems | null): readonly number[] {
  const drawn = shown ? shown.within(from, to) : Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  if (active !== null && shown?.has(active) === false) return drawn
  if (active === null || active >= count || (active >= from && active < to)) return drawn
  return active < from ? [active, ...drawn] : [...drawn, active]
}

/** Shows for a moment where somebody was led to. */
function Flash({ n }: { readonly n: number }) {
  const times = useTranscript(({ flash }) => (flash?.n === n ? flash.times : 0))
  return times > 0 ? <span className="tx-flash" key={times} /> : null
}

/** What another view asked to see. */
function useWantedItem({ goTo }: TranscriptScroll): void {
  const wanted = useUi((ui) => ui.wantedItem)
  const isWhole = useTranscript((transcript) => transcript.phase === 'whole')
  useEffect(() => {
    if (wanted === null || !isWhole) return
    goTo(Math.min(wanted, useTranscript.getState().total - 1))
    useUi.setState({ wantedItem: null })
  }, [wanted, isWhole, goTo])
}

/** After every drawing while something is looked for: rows come and go as the reader scrolls. */
function usePaintedHits(root: HTMLElement | null): void {
  const text = useFind((find) => (find.isOpen ? find.text : ''))
  useEffect(() => {
    const frame = requestAnimationFrame(() => paintHits(root, text))
    return () => cancelAnimationFrame(frame)
  })
}
