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
import { TranscriptRow } from './TranscriptRow'
import { useTranscript } from './useTranscript'
import { type TranscriptScroll, useTranscriptScroll } from './useTranscriptScroll'

/** A box that scrolls is reached by keyboard. */
const reachable = { tabIndex: 0 }

interface TranscriptListProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly show: (seen: ItemRange) => void
}

export function TranscriptList({ run, agent, show }: TranscriptListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const scroll = useTranscriptScroll(scroller, show)
  const total = useTranscript((transcript) => transcript.total)
  useWantedItem(scroll)
  usePaintedHits(scroller.current)
  useEffect(() => {
    const list = {
      goTo: scroll.goTo,
      standsAt: () => standsAt(scroll),
      focus: () => scroller.current?.focus({ preventScroll: true }),
    }
    useList.setState({ list })
  })
  useKeptFocus(scroller)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (pressRowKey(event, { scroll, scroller: scroller.current, total, agent: { run, key: agent } })) {
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
        onScroll={scroll.onScroll}
        onKeyDown={onKeyDown}
      >
        <Rows run={run} agent={agent} scroll={scroll} />
      </section>
      {scroll.fresh > 0 && (
        <button type="button" className="tx-new" onClick={scroll.goToEnd}>
          <Icon name="down" size={12} /> {formatExact(scroll.fresh)} new
        </button>
      )}
    </div>
  )
}

/** The list is drawn anew when the whole of it is known: who had the focus in it keeps it. */
function useKeptFocus(scroller: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current
    if (useList.getState().hadFocus) box?.focus({ preventScroll: true })
    return () => useList.setState({ list: null, hadFocus: box?.contains(document.activeElement) ?? false })
  }, [scroller])
}

function standsAt({ virtualizer: { range } }: TranscriptScroll): number {
  const { flash } = useTranscript.getState()
  const isInSight = range && flash && flash.n >= range.startIndex && flash.n <= range.endIndex
  return isInSight ? flash.n : (range?.startIndex ?? 0)
}

interface RowsProps {
  readonly run: RunUri
  readonly agent: AgentKey
  readonly scroll: TranscriptScroll
}

function Rows({ run, agent, scroll: { virtualizer, setActive, active } }: RowsProps) {
  const total = useTranscript((transcript) => transcript.total)
  const isBusy = useTranscript((transcript) => transcript.phase !== 'whole')
  return (
    <div className="tx-rows" role="feed" aria-label="Items" aria-busy={isBusy} ref={virtualizer.containerRef}>
      {virtualizer.getVirtualItems().map(({ key, index }) => (
        <article
          key={String(key)}
          className="tx-row"
          data-index={index}
          ref={virtualizer.measureElement}
          tabIndex={-1}
          aria-posinset={index + 1}
          aria-setsize={isBusy ? -1 : total}
          onFocus={() => active === index || setActive(index)}
        >
          <TranscriptRow run={run} agent={agent} n={index} />
          <Flash n={index} />
        </article>
      ))}
    </div>
  )
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
