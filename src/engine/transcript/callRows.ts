import type { ThreadFacts } from '../../core/model/facts'
import type { AgentView } from '../../shared/views'
import type { RunReader } from '../runReader'
import { fileOf, type LatestRows, latestRows, row, rowOfItem, type SourceRow, type TranscriptFile } from './sourceRows'

/** Every call of the agent, each once. */
export function callRows(reader: RunReader, agent: AgentView): LatestRows {
  const seen = new Set<string>()
  const calls = filesOf(reader, agent).flatMap(({ file }) => {
    const items: { readonly file: TranscriptFile; readonly n: number }[] = []
    for (let n = 0; n < file.index.total; n++) {
      const call = file.index.toolOf(n)?.call
      if (call === undefined || seen.has(call)) continue
      seen.add(call)
      items.push({ file, n })
    }
    return items
  })
  return latestRows(calls, ({ file, n }) => callRow(file, n))
}

function callRow(file: TranscriptFile, n: number): SourceRow {
  const tool = file.index.toolOf(n)
  const at = file.index.atOf(n)
  const answer = tool ? file.index.answerTo(tool.call) : null
  const tookMs = answer ? answer.at - at : Number.NaN
  const parts = Number.isNaN(tookMs) ? {} : { ms: Math.max(0, tookMs) }
  return rowOfItem(file, n, { label: tool?.name ?? '', at, value: 1, parts })
}

interface Failure {
  readonly offset: number
  readonly row: () => SourceRow
}

/** Every failure of the agent: answers that are errors, and turns that the product could not go on with. */
export function errorRows(reader: RunReader, agent: AgentView): LatestRows {
  const failures = mostTelling(filesOf(reader, agent)).flatMap(({ file }) =>
    [...failedCalls(file), ...failedTurns(file)].sort((a, b) => a.offset - b.offset),
  )
  return latestRows(failures, ({ row: make }) => make())
}

function failedCalls(file: TranscriptFile): Failure[] {
  const { index, path } = file
  const itemOfCall = new Map<string, number>()
  for (let n = index.total - 1; n >= 0; n--) {
    const tool = index.toolOf(n)
    if (tool) itemOfCall.set(tool.call, n)
  }
  const failures: Failure[] = []
  for (const [call, { isError, at, offset, line }] of index.answered()) {
    if (!isError) continue
    const n = itemOfCall.get(call)
    const label = n === undefined ? call : (index.toolOf(n)?.name ?? call)
    const source = { path, offset, line: line > 0 ? line : null }
    failures.push({ offset, row: () => row({ label, at, value: 1 }, source, n !== undefined && file.isShown ? n : null) })
  }
  return failures
}

/** One for each record: its texts are one failure. */
function failedTurns(file: TranscriptFile): Failure[] {
  const { index } = file
  const failures: Failure[] = []
  let last = -1
  for (let n = 0; n < index.total; n++) {
    if (index.kindOf(n) !== 'error') continue
    const { offset } = index.recordOf(n)
    if (offset !== last) failures.push({ offset, row: () => rowOfItem(file, n, { label: 'error', at: index.atOf(n), value: 1 }) })
    last = offset
  }
  return failures
}

interface Part {
  readonly file: TranscriptFile
  readonly facts: ThreadFacts
}

function filesOf(reader: RunReader, agent: AgentView): Part[] {
  const { derived } = reader.run
  const index = derived?.indexOfKey.get(agent.key)
  const thread = index === undefined ? null : derived?.placed[index]?.node.thread
  return (thread?.parts ?? []).map(({ source, facts }) => ({ file: fileOf(reader, agent, source), facts }))
}

/** Of copies, which begin at the same time, the one that counts most: as the tree does. */
function mostTelling(parts: readonly Part[]): Part[] {
  const kept = new Map<number, Part>()
  for (const part of parts) {
    const known = kept.get(part.facts.startedAt)
    if (!known || part.facts.errors > known.facts.errors) kept.set(part.facts.startedAt, part)
  }
  return [...kept.values()]
}
