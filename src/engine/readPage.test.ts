import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { runOf, treeOf } from '../core/model/forest'
import { newRun } from '../core/model/run'
import { claude } from '../core/providers/claude/claude'
import type { AgentView, TranscriptItem } from '../shared/views'
import { forestOf, loadRecording, recordingNames, VIEW } from '../testing/recordings'
import { TranscriptWriter } from '../testing/writeSession'
import { readPage } from './readPage'
import { openRunReader, type RunReader } from './runReader'
import type { TranscriptIndex } from './transcriptIndex'

const folder = mkdtempSync(join(tmpdir(), 'page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Told {
  readonly agent: AgentView
  readonly path: string
  readonly items: readonly TranscriptItem[]
  readonly index: TranscriptIndex
  page(
    before: number | null,
    limit: number,
  ): { readonly from: number; readonly total: number; readonly items: readonly TranscriptItem[] }
}

/** Every agent of a recording that has a transcript. */
function tellAll(name: string): Told[] {
  const { root, sources } = loadRecording(name)
  return [...new Set(sources.map((source) => source.run))].flatMap((id) => {
    const reader = openRunReader({ provider: claude, root, store: null }, newRun('claude', id), { withItems: true })
    for (const { path, spec, run } of sources) if (run === id) reader.read(path, spec, { isFinished: true })
    const tree = treeOf(reader.run, VIEW)
    const agents = [...tree.agents, ...tree.unplaced]
    const keyOfCall = new Map(agents.flatMap((agent) => agent.calls.map((call) => [call, agent.key] as const)))
    return agents.flatMap((agent) => {
      const path = agent.source?.path
      if (path === undefined) return []
      const index = reader.items(path, agent.id ?? id)
      const page = (before: number | null, limit: number) =>
        readPage(
          {
            place: { provider: claude, root, store: null },
            path,
            index,
            uri: agent.uri ?? '',
            key: agent.key,
            thread: agent.id ?? id,
            agent,
            keyOfCall,
            isLive: false,
          },
          { before, limit },
        )
      return [{ agent, path, items: page(null, 1_000_000).items, index, page }]
    })
  })
}

describe('a transcript', () => {
  it.each(recordingNames())('%s', (name) => {
    const { sources } = loadRecording(name)
    const counted = new Map<string, number>()
    for (const told of tellAll(name)) {
      for (const limit of [1, 7, 100]) expect(pagesOf(told, limit)).toEqual(told.items)
      expect(told.items.map((item) => item.n)).toEqual(told.items.map((_, n) => n))
      checkColumns(told)
      counted.set(told.path, (counted.get(told.path) ?? 0) + told.items.length)
      const lines = linesOf(sources.find((source) => source.path === told.path)?.bytes)
      checkTools(told.items, lines)
      for (const { kind, text } of told.items) if (kind === 'prompt') expect(text).not.toMatch(INJECTED)
    }
    for (const [path, items] of counted) {
      expect([path, items]).toEqual([path, countItems(linesOf(sources.find((source) => source.path === path)?.bytes))])
    }
  })

  it('names the agent that a call started', () => {
    const [root] = tellAll('2.1.327/nested')
    const spawned = root?.items
      .filter((item) => item.tool?.name === 'Agent')
      .map((item) => item.tool?.agent === item.tool?.callId)
    expect(spawned?.length).toBeGreaterThan(0)
    expect(spawned?.every((isOwn) => isOwn)).toBe(true)
  })
})

function pagesOf(told: Told, limit: number): TranscriptItem[] {
  const items: TranscriptItem[] = []
  for (let before: number | null = null; before !== 0; ) {
    const page = told.page(before, limit)
    expect(page.total).toBe(told.items.length)
    items.unshift(...page.items)
    before = page.from
  }
  return items
}

/** What is known of an item without reading it is what reading it says. */
function checkColumns({ items, index }: Told): void {
  for (const { n, at, kind, tool } of items) {
    const known = index.toolOf(n)
    const answer = known ? index.answerTo(known.call) : null
    const status = answer ? (answer.isError ? 'error' : 'ok') : 'error'
    const time = index.atOf(n)
    expect([index.kindOf(n), Number.isNaN(time) ? null : new Date(time).toISOString()]).toEqual([kind, at])
    expect(known && { ...known, status }).toEqual(tool && { name: tool.name, call: tool.callId, status: tool.status })
  }
}

const INJECTED = /^\s*<(task-notification|agent-notification|system-reminder|command-name|local-command|bash-(input|stdout))/

type Raw = Readonly<Record<string, unknown>>

function linesOf(bytes: Buffer | undefined): Raw[] {
  const lines = (bytes?.toString('utf8') ?? '').split('\n')
  return lines.flatMap((line) => {
    try {
      // Any JSON of ours is read as loosely as the questions below ask.
      return [JSON.parse(line) as Raw]
    } catch {
      return []
    }
  })
}

function contentOf(record: Raw): unknown {
  return (record['message'] as Raw | undefined)?.['content']
}

/** The plainest count: one per block that is no result, a reminder beside a prompt is one more. */
function countItems(lines: readonly Raw[]): number {
  let count = 0
  let last: unknown = null
  let isInherited = false
  for (const record of lines) {
    if (record['type'] === 'fork-context-ref') isInherited = true
    if (isInherited && JSON.stringify(record).includes('<fork-boilerplate')) isInherited = false
    if (isInherited) continue
    if (record['type'] === 'system')
      count +=
        record['subtype'] === 'compact_boundary' || (typeof record['content'] === 'string' && record['content'].trim() !== '')
          ? 1
          : 0
    if (record['type'] === 'attachment' && (record['attachment'] as Raw)['type'] === 'queued_command') count++
    if (record['type'] !== 'user' && record['type'] !== 'assistant') continue
    if (record['uuid'] !== last) count += blocksOf(record)
    last = record['uuid']
  }
  return count
}

function blocksOf(record: Raw): number {
  const content = contentOf(record)
  const blocks = Array.isArray(content) ? (content as Raw[]) : [{ type: 'text', text: content }]
  let count = 0
  for (const block of blocks) {
    if (block['type'] === 'tool_result') continue
    const text = String(block['text'])
    const isPlain = record['isMeta'] !== true && record['isCompactSummary'] !== true && !record['origin']
    const hasReminder = record['type'] === 'user' && isPlain && text.includes('</system-reminder>')
    count += hasReminder && text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim() !== '' ? 2 : 1
  }
  return count
}

function checkTools(items: readonly TranscriptItem[], lines: readonly Raw[]): void {
  const results = new Map<unknown, Raw>()
  for (const record of lines) {
    const content = contentOf(record)
    if (record['type'] !== 'user' || !Array.isArray(content)) continue
    for (const block of content as Raw[])
      if (block['type'] === 'tool_result' && !results.has(block['tool_use_id'])) results.set(block['tool_use_id'], block)
  }
  for (const { kind, tool } of items) {
    expect(tool !== null).toBe(kind === 'tool')
    if (!tool) continue
    const result = results.get(tool.callId)
    expect(tool.status).toBe(!result || result['is_error'] === true ? 'error' : 'ok')
    if (typeof result?.['content'] === 'string') expect(tool.output).toBe(result['content'])
    if (!result) expect(tool.output).toBeNull()
  }
}

describe('a transcript that grows', () => {
  const source = loadRecording('2.1.327/tui').sources.find((one) => one.spec.role === 'main')
  if (!source) throw new Error('no main transcript')
  const { spec, run } = source
  const path = join(folder, 'grow.jsonl')
  const open = (): RunReader =>
    openRunReader({ provider: claude, root: folder, store: null }, newRun('claude', run), { withItems: true })
  const update = (reader: RunReader): TranscriptIndex => {
    reader.read('grow.jsonl', spec, { isFinished: false })
    return reader.items('grow.jsonl', run)
  }
  const shown = (index: TranscriptIndex): unknown => {
    const items = Array.from({ length: index.total }, (_, n) => [index.recordOf(n), index.blockOf(n)])
    const calls = linesOf(source.bytes).flatMap((record) => JSON.stringify(record).match(/toolu_\w+/g) ?? [])
    return [items, calls.map((call) => index.answerTo(call))]
  }

  it('is updated to what a fresh reading finds, wherever it was cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: source.bytes.length }), { minLength: 1, maxLength: 8 }), (places) => {
        const cuts = [...places, source.bytes.length].sort((a, b) => a - b)
        writeFileSync(path, '')
        const growing = open()
        update(growing)
        let from = 0
        for (const to of cuts) {
          appendFileSync(path, source.bytes.subarray(from, to))
          update(growing)
          from = to
        }
        expect(shown(update(growing))).toEqual(shown(update(open())))
      }),
      { numRuns: 25 },
    )
  })

  it('begins anew when it was cut short, deleted or written again', () => {
    writeFileSync(path, source.bytes)
    const reader = open()
    const whole = update(reader).total
    expect(whole).toBeGreaterThan(3)
    truncateSync(path, source.bytes.indexOf(10, source.bytes.length / 2) + 1)
    expect(update(reader).total).toBeLessThan(whole)
    rmSync(path)
    expect(update(reader).total).toBe(0)
    writeFileSync(path, source.bytes)
    expect(update(reader).total).toBe(whole)
  })
})

describe('strange files', () => {
  const writer = () =>
    new TranscriptWriter().prompt(0, 'gö 😀').call(1, 't', { command: 'ls' }, 'Bash').result(2, 't', { stdout: 'a' }).text(3, 'k')
  const plain = writer().lines.join('\n')
  const read = (text: string, isFinished = true): readonly TranscriptItem[] => {
    const { spec, run } = writer().source()
    writeFileSync(join(folder, 'strange.jsonl'), text)
    const [agent] = treeOf(runOf(forestOf([writer().source()]), 'claude', run), VIEW).agents
    if (!agent) throw new Error('no root')
    const reader = openRunReader({ provider: claude, root: folder, store: null }, newRun('claude', run), { withItems: true })
    reader.read('strange.jsonl', spec, { isFinished })
    const index = reader.items('strange.jsonl', run)
    const request = {
      place: { provider: claude, root: folder, store: null },
      path: 'strange.jsonl',
      index,
      uri: agent.uri ?? '',
      key: agent.key,
      thread: '',
      agent,
      keyOfCall: new Map(),
      isLive: !isFinished,
    }
    return readPage(request, { before: null, limit: 100 }).items.map((item) => ({ ...item, source: { path: '', offset: 0 } }))
  }
  const truth = read(`${plain}\n`)

  it.each([
    ['a byte order mark', `\ufeff${plain}\n`],
    ['CR and LF', `${plain.replaceAll('\n', '\r\n')}\r\n`],
    ['blank lines', `\n\n${plain.replaceAll('\n', '\n\n  \n')}\n\n`],
    ['lines that are no records', `nonsense\n${plain}\n{"type":\nnull\n\u0000\u0000\n`],
    ['no last line end', plain],
  ])('%s', (_, text) => {
    expect(truth).toHaveLength(3)
    expect(read(text)).toEqual(truth)
  })

  it('a last line that is being written', () => {
    expect(read(plain.slice(0, -5))).toEqual(truth.slice(0, 2))
    expect(read(plain, false)).toEqual(truth.slice(0, 2))
  })

  it('nothing at all', () => {
    expect(read('')).toEqual([])
    expect(read('{"type":"summary","summary":"x"}\n')).toEqual([])
  })

  it('one record of 70 000 blocks', () => {
    const content = Array.from({ length: 70_000 }, (_, i) => ({ type: 'text', text: `${i}` }))
    const items = read(`${new TranscriptWriter().say(0, content, 'end_turn').lines[0]}\n`)
    expect(items.at(-1)?.text).toBe('69999')
  })

  it('a queued message in a record that is no JSON', () => {
    const broken =
      '{"attachment":{"type":"queued_command","prompt":"x\\q"},"type":"attachment","uuid":"u","timestamp":"2026-01-01T10:00:00.000Z"}'
    expect(read(`${plain}\n${broken}\n`)).toEqual(truth)
  })
})
