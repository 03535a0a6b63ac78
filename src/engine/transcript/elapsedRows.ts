import type { AgentView } from '../../shared/views'
import type { RunReader } from '../runReader'
import { fileOf, type LatestRows, NO_ROWS, row, rowOfItem, type SourceRow, type TranscriptFile } from './sourceRows'

/** From where to where an agent's time is counted. The last row holds all of it: time does not add up. */
export function elapsedRows(reader: RunReader, agent: AgentView): LatestRows {
  const { derived } = reader.run
  const from = Date.parse(agent.started ?? '')
  const to = Date.parse(agent.ended ?? agent.updated ?? '')
  const index = derived?.indexOfKey.get(agent.key)
  const node = index === undefined ? null : derived?.placed[index]?.node
  if (!node || Number.isNaN(from)) return NO_ROWS
  const file = agent.source ? fileOf(reader, agent, agent.source.path) : null
  const isCalled = node.call !== null && node.call.at === from && from !== node.thread?.startedAt
  const first = isCalled
    ? callRow(reader, node.call?.call ?? '', node.call?.line ?? 0, from)
    : recordRow(file, 'first record', from, 0)
  return { rows: [first, recordRow(file, 'last record', to, to - from)], total: 2 }
}

function callRow({ run }: RunReader, call: string, line: number, at: number): SourceRow {
  const facts = { label: 'the call', at, value: 0 }
  for (const [path, { calls }] of run.sources) {
    const known = calls.get(call)
    if (known && known.at === at && known.line === line) return row(facts, { path, offset: null, line }, null)
  }
  return row(facts, null, null)
}

/** A record that bears this time; there may be none that a reader of the transcript sees. */
function recordRow(file: TranscriptFile | null, label: string, at: number, value: number): SourceRow {
  const facts = { label, at, value }
  if (!file) return row(facts, null, null)
  const { index, path } = file
  const isFirst = value === 0
  for (let i = 0; i < index.total; i++) {
    const n = isFirst ? i : index.total - 1 - i
    if (index.atOf(n) === at) return rowOfItem(file, n, facts)
  }
  for (const [, answer] of index.answered()) {
    if (answer.at === at) return row(facts, { path, offset: answer.offset, line: answer.line > 0 ? answer.line : null }, null)
  }
  return row(facts, { path, offset: null, line: null }, null)
}
