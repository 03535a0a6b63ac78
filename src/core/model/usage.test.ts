import { describe, expect, it } from 'vitest'
import { relateFamily } from '../../engine/relateFamily'
import type { Usage } from '../../shared/views'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../../testing/recordings'
import { RUN, TranscriptWriter, task } from '../../testing/writeSession'
import { addUsage, noUsage } from './addUsage'
import { type Forest, runOf, treeOf } from './forest'

describe('usage is what the records say, each response once', () => {
  it.each(recordingNames())('%s', (name) => {
    const { sources } = loadRecording(name)
    const forest = forestOf(sources)
    relateAll(forest, sources)
    const total = noUsage()
    for (const run of forest.runs.values()) addUsage(total, treeOf(run, VIEW).usage)
    expect(total).toEqual(recount(sources))
    for (const run of forest.runs.values()) {
      if (run.forkedFrom === null) expect(treeOf(run, VIEW).usage).toEqual(recount(sources.filter((s) => s.run === run.id)))
    }
  })

  it('repeated and unfinished lines of a response change nothing', () => {
    for (const name of recordingNames()) {
      const { sources } = loadRecording(name)
      const inflated = forestOf(sources.map(inflate))
      for (const [uri, run] of forestOf(sources).runs) {
        const other = inflated.runs.get(uri)
        expect(other && treeOf(other, VIEW).agents.map((agent) => [agent.key, agent.usage])).toEqual(
          treeOf(run, VIEW).agents.map((agent) => [agent.key, agent.usage]),
        )
      }
    }
  })
})

it('a response that two agents of one run hold is counted once, for the one nearer to the root', () => {
  const message = { id: 'm', model: 'claude-opus-4-5', usage: { input_tokens: 7 }, content: [], stop_reason: null }
  const main = new TranscriptWriter().prompt(0, 'go').call(1, 'c', task('task a'))
  const [a, b] = ['a', 'b'].map((id) =>
    new TranscriptWriter(id).prompt(2, `task ${id}`).record(3, { type: 'assistant', message }),
  )
  const sources = [main, a?.call(4, 'd', task('task b')), b].flatMap((writer) => writer?.source() ?? [])
  for (const order of [sources, [...sources].reverse()]) {
    const tree = treeOf(runOf(forestOf(order), 'claude', RUN), VIEW)
    expect(tree.agents.map((agent) => agent.usage.own.input)).toEqual([10, 17, 0])
    expect(tree.usage).toEqual(recount(sources))
  }
})

describe('a fork', () => {
  const origin = () => new TranscriptWriter(null, RUN).prompt(0, 'question').text(1, 'answer').prompt(2, 'again').text(3, 'more')
  /** The copied records keep their ids and times; what the fork stamps first is later. */
  const forkOf = (writer: TranscriptWriter, id: string, bornAt: number): TranscriptWriter => {
    const fork = new TranscriptWriter(null, id)
    fork.record(bornAt, { type: 'mode', mode: 'default', uuid: null })
    fork.lines.push(...writer.lines.map((line) => line.replaceAll(RUN, id)))
    return fork
  }

  it('counts only what it did itself, and so do forks of forks', () => {
    const first = forkOf(origin(), 'f1', 10).text(11, 'its own')
    const second = forkOf(first, 'f2', 20)
    second.lines.shift()
    second.text(21, 'and its own')
    const sources = [second, first, origin()].map((writer) => writer.source())
    const forest = forestOf(sources)
    relateAll(forest, sources)
    const requests = [RUN, 'f1', 'f2'].map((id) => treeOf(runOf(forest, 'claude', id), VIEW).usage.requests)
    expect(requests).toEqual([2, 1, 1])
    expect(runOf(forest, 'claude', 'f1').forkedFrom).toBe(`claude://${RUN}`)
  })
})

function relateAll(forest: Forest, sources: readonly RecordedSource[]): void {
  const families = new Map<string, Parameters<typeof relateFamily>[0][number][]>()
  for (const run of forest.runs.values()) {
    const root = [...run.sources.values()].find((facts) => facts.root)?.root
    if (!root) continue
    const ownAgentFiles = sources.filter((source) => source.run === run.id && source.spec.role === 'agent').length
    families.set(root.record, [
      ...(families.get(root.record) ?? []),
      { run, bornAt: root.bornAt, ownAgentFiles, isCopy: root.session !== null && root.session !== run.id },
    ])
  }
  for (const family of families.values()) relateFamily(family)
}

interface RawRecord {
  readonly type?: string
  readonly uuid?: string
  readonly requestId?: string
  readonly isApiErrorMessage?: boolean
  readonly agentId?: string
  readonly message?: { readonly id?: string; readonly model?: string; readonly usage?: Readonly<Record<string, number>> }
}

/** The same sums by the plainest means: JSON.parse, one group per response and first record, maxima, sum. */
function recount(sources: readonly RecordedSource[]): Usage {
  const groups = new Map<string, { record: string; input: number; cacheWrite: number; cacheRead: number; output: number }>()
  for (const source of sources) {
    if (source.spec.format === 'whole') continue
    let isInherited = false
    for (const line of source.bytes.toString('utf8').split('\n')) {
      const record = parse(line)
      if (record?.type === 'fork-context-ref') isInherited = true
      if (isInherited && line.includes('<fork-boilerplate')) isInherited = false
      const { message } = record ?? {}
      if (
        isInherited ||
        record?.type !== 'assistant' ||
        !message?.usage ||
        message.model === '<synthetic>' ||
        record.isApiErrorMessage
      )
        continue
      // Mock servers number their messages from 1 in every session: an id names a response only within its run.
      const key = `${source.run} ${message.id} ${record.requestId}`
      const known = groups.get(key) ?? { record: `${record.uuid}`, input: 0, cacheWrite: 0, cacheRead: 0, output: 0 }
      const { usage } = message
      groups.set(key, {
        record: known.record,
        input: Math.max(known.input, usage['input_tokens'] ?? 0),
        cacheWrite: Math.max(known.cacheWrite, usage['cache_creation_input_tokens'] ?? 0),
        cacheRead: Math.max(known.cacheRead, usage['cache_read_input_tokens'] ?? 0),
        output: Math.max(known.output, usage['output_tokens'] ?? 0),
      })
    }
  }
  const byRecord = new Map([...groups.values()].map((group) => [group.record, group]))
  const sum = noUsage()
  for (const { record: _, ...tokens } of byRecord.values()) addUsage(sum, { ...tokens, reasoning: 0, requests: 1 })
  return sum
}

function parse(line: string): RawRecord | null {
  try {
    // Raw records, read as loosely as the questions asked of them.
    return JSON.parse(line) as RawRecord
  } catch {
    return null
  }
}

/** Every response written twice more: before, with the placeholders of its start, and after, as it was. */
function inflate(source: RecordedSource): RecordedSource {
  if (source.spec.format === 'whole') return source
  const lines = source.bytes.toString('utf8').split('\n')
  const more = lines.flatMap((line) => {
    if (!line.includes('"output_tokens"')) return [line]
    return [line.replace(/"output_tokens":\d+/, '"output_tokens":1'), line, line]
  })
  return { ...source, bytes: Buffer.from(more.join('\n')) }
}
