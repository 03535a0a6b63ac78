import { instant } from '../../core/model/viewAgent'
import type { NumberSources } from '../../shared/transcriptParts'
import type { AgentView } from '../../shared/views'
import type { RunReader } from '../runReader'
import type { TranscriptIndex } from '../transcriptIndex'
import { fitText } from './fitText'

export type SourceRow = NumberSources['rows'][number]

/** One file that holds (a part of) an agent's transcript; numbers of items are known in the one that is shown. */
export interface TranscriptFile {
  readonly path: string
  readonly index: TranscriptIndex
  readonly isShown: boolean
}

export function fileOf(reader: RunReader, agent: AgentView, path: string): TranscriptFile {
  return { path, index: reader.items(path, agent.id ?? reader.run.id), isShown: path === agent.source?.path }
}

export interface RowFacts {
  readonly label: string
  readonly at: number
  readonly value: number | null
  readonly parts?: Readonly<Record<string, number>>
}

/** A row whose record is known by its line. */
export function rowAtLine(file: TranscriptFile, line: number, facts: RowFacts): SourceRow {
  const n = itemAtLine(file.index, line)
  const offset = n === null ? null : file.index.recordOf(n).offset
  return row(facts, { path: file.path, offset, line: line > 0 ? line : null }, file.isShown ? n : null)
}

export function rowOfItem(file: TranscriptFile, n: number, facts: RowFacts): SourceRow {
  const line = file.index.lineOf(n)
  const { offset } = file.index.recordOf(n)
  return row(facts, { path: file.path, offset, line: line > 0 ? line : null }, file.isShown ? n : null)
}

export function row({ label, at, value, parts }: RowFacts, source: SourceRow['source'], n: number | null): SourceRow {
  return { label: fitText(label, LABEL), at: instant(at), value, parts: { ...parts }, source, n }
}

const LABEL = { units: 200, bytes: 400 }

/** The first item of that line; null: the line has none. Lines only grow along the items. */
function itemAtLine(index: TranscriptIndex, line: number): number | null {
  let low = 0
  let high = index.total
  while (low < high) {
    const middle = (low + high) >> 1
    if (index.lineOf(middle) < line) low = middle + 1
    else high = middle
  }
  return low < index.total && index.lineOf(low) === line ? low : null
}

const MOST_ROWS = 1000
const ROWS_BYTES = 190_000

/** The rows that a message holds, of how many. */
export interface LatestRows {
  readonly rows: readonly SourceRow[]
  readonly total: number
}

export const NO_ROWS: LatestRows = { rows: [], total: 0 }

/** As many of the latest as a message holds: of tens of thousands, only these are made. */
export function latestRows<T>(facts: readonly T[], make: (one: T) => SourceRow): LatestRows {
  const rows: SourceRow[] = []
  let bytes = 0
  for (let i = facts.length - 1; i >= 0 && rows.length < MOST_ROWS; i--) {
    const one = facts[i]
    if (one === undefined) break
    const made = make(one)
    bytes += Buffer.byteLength(JSON.stringify(made))
    if (bytes > ROWS_BYTES) break
    rows.push(made)
  }
  return { rows: rows.reverse(), total: facts.length }
}
