import './RawLines.css'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import { formatExact } from '../../../../shared/formatCount'
import type { AgentKey, RunUri } from '../../../../shared/ids'
import type { ItemRange } from '../missingRange'
import type { Gap } from './GapBook'
import { RawLine } from './RawLine'
import { rawLinePx } from './rawLinePx'
import { useLinesInView } from './useLinesInView'
import { wantRaw } from './useRaw'
import { useRawGap } from './useRawGap'

interface RawLinesProps {
  readonly run: RunUri
  readonly agent: AgentKey
  /** The number of the item that they lie before. */
  readonly before: number
}

/** The records between two items, a quiet line each. */
export function RawLines({ run, agent, before }: RawLinesProps) {
  const gap = useRawGap(before)
  return gap && <Lines run={run} agent={agent} gap={gap} />
}

function Lines({ run, agent, gap: { first, count } }: { readonly run: RunUri; readonly agent: AgentKey; readonly gap: Gap }) {
  const block = useRef<HTMLUListElement>(null)
  const name = useId()
  const [focused, setFocused] = useState<number | null>(null)
  const { from, to } = useLinesInView(block, count)
  useEffect(() => wantRaw(name, { from: first + from, to: first + to }), [name, first, from, to])
  useEffect(() => () => wantRaw(name, null), [name])
  const onFocus = ({ target }: FocusEvent): void => setFocused(Number(target.getAttribute('data-line')))
  return (
    <ul
      className="raw-lines"
      aria-label={count === 1 ? '1 raw event' : `${formatExact(count)} raw events`}
      ref={block}
      style={{ height: count * rawLinePx }}
      onFocus={onFocus}
      onBlur={() => setFocused(null)}
    >
      {linesOf({ from, to }, focused, count).map((line) => (
        <li key={line} style={{ top: line * rawLinePx }} aria-posinset={line + 1} aria-setsize={count}>
          <RawLine run={run} agent={agent} line={line} raw={first + line} />
        </li>
      ))}
    </ul>
  )
}

/** One that has the focus stays wherever the view goes, or the keyboard would fall out of the list. */
function linesOf({ from, to }: ItemRange, focused: number | null, count: number): readonly number[] {
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
  if (focused === null || focused >= count || (focused >= from && focused < to)) return lines
  return focused < from ? [focused, ...lines] : [...lines, focused]
}
