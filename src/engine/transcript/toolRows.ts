import type { ToolRow } from '../../shared/transcriptParts'
import type { TranscriptIndex } from '../transcriptIndex'
import { fitText, type TextLimit } from './fitText'

/** A transcript may name as many tools as it likes; a message may not. */
const MOST_ROWS = 500
const MOST_ITEMS = 200
const ALL_ITEMS = 10_000
const NAME: TextLimit = { units: 100, bytes: 200 }

interface Sum {
  count: number
  errors: number
  running: number
  durationMs: number | null
  items: number[]
}

/** One row per tool, the most used first, without reading any item. A call that was copied counts once, as in the tree. */
export function toolRows(index: TranscriptIndex, isLive: boolean): ToolRow[] {
  const sums = new Map<string, Sum>()
  const calls = new Set<string>()
  for (let n = 0; n < index.total; n++) {
    const tool = index.toolOf(n)
    if (!tool || calls.has(tool.call)) continue
    calls.add(tool.call)
    const sum = sums.get(tool.name) ?? newSum()
    sums.set(tool.name, sum)
    addCall(sum, index, n, tool.call, isLive)
  }
  const rows = [...sums].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
  const most = Math.min(MOST_ITEMS, Math.max(5, Math.floor(ALL_ITEMS / rows.length)))
  return foldRest(rows).map(([name, sum]) => ({ name: fitText(name, NAME), ...sum, items: sum.items.slice(0, most) }))
}

function newSum(): Sum {
  return { count: 0, errors: 0, running: 0, durationMs: null, items: [] }
}

function addCall(sum: Sum, index: TranscriptIndex, n: number, call: string, isLive: boolean): void {
  const answer = index.answerTo(call)
  const tookMs = answer ? answer.at - index.atOf(n) : Number.NaN
  add(sum, {
    count: 1,
    errors: answer?.isError ? 1 : 0,
    running: !answer && isLive ? 1 : 0,
    durationMs: Number.isNaN(tookMs) ? null : Math.max(0, tookMs),
    items: [n],
  })
}

function foldRest(rows: readonly [string, Sum][]): readonly [string, Sum][] {
  if (rows.length <= MOST_ROWS) return rows
  const rest = newSum()
  for (const [, sum] of rows.slice(MOST_ROWS)) add(rest, sum)
  return [...rows.slice(0, MOST_ROWS), [`${rows.length - MOST_ROWS} more tools`, rest]]
}

function add(to: Sum, more: Readonly<Sum>): void {
  to.count += more.count
  to.errors += more.errors
  to.running += more.running
  if (more.durationMs !== null) to.durationMs = (to.durationMs ?? 0) + more.durationMs
  for (const n of more.items) if (to.items.length < MOST_ITEMS) to.items.push(n)
}
