import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PromotionRequest } from '../../../core/promotion'
import { WARMUP_PROMPTS } from '../../../core/providers/claude/names'
import { asObject, asText, parseJson, textOf } from '../../../core/readJson'
import { readPromoted } from '../../../testing/readPromoted'
import { loadRecording, type RecordedSource, recordingNames } from '../../../testing/recordings'
import { MEMORY_FOLDER, makeTemporaryRoot, type TemporaryRoot } from '../../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../../testing/writeSession'
import { claudePromotion } from './claudePromotion'

let house: TemporaryRoot
let folder: string

beforeEach(() => {
  house = makeTemporaryRoot(MEMORY_FOLDER)
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'understory-start-')))
})

afterEach(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

const NOW = Date.parse('2027-01-01T00:00:00.000Z')

function requestFor(source: string, run: string, agent: string, more: Partial<PromotionRequest> = {}): PromotionRequest {
  return {
    root: house.root,
    source,
    run,
    agent,
    agentType: null,
    description: null,
    at: null,
    openCalls: 'answer',
    folder,
    version: '2.1.327',
    isRunning: false,
    title: null,
    nowMs: NOW,
    ...more,
  }
}

interface Candidate {
  readonly source: RecordedSource
  readonly agent: string
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

function recordsOf(source: RecordedSource): Candidate['records'] {
  return source.bytes
    .toString('utf8')
    .split('\n')
    .map((line) => asObject(parseJson(line)))
    .filter((record) => record !== null)
}

/** Every agent of a recording: files of their own, and side chains of old releases. */
function agentsIn(sources: readonly RecordedSource[]): readonly Candidate[] {
  return sources.flatMap((source) => {
    const records = recordsOf(source)
    if (source.spec.role === 'agent' && source.spec.agent !== null) return [{ source, agent: source.spec.agent, records }]
    if (source.spec.role !== 'main') return []
    const roots = records.filter((record) => record['isSidechain'] === true && record['parentUuid'] === null)
    return roots.map((root) => ({ source, agent: String(root['uuid']), records: [root] }))
  })
}

function saidIn(records: Candidate['records']): Candidate['records'] {
  const isTalk = (record: Candidate['records'][number]) => record['type'] === 'user' || record['type'] === 'assistant'
  return records.filter((record) => isTalk(record) && record['isApiErrorMessage'] !== true && modelOf(record) !== '<synthetic>')
}

function modelOf(record: Candidate['records'][number]): string | null {
  return asText(asObject(record['message'])?.['model'])
}

function isWarmup(records: Candidate['records']): boolean {
  const [first] = saidIn(records)
  return WARMUP_PROMPTS.has(textOf(asObject(first?.['message'])?.['content']))
}

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
}

describe('every agent that was ever recorded', () => {
  it.each(recordingNames())('%s: promoted whole, and up to each of its messages', async (name) => {
    const { sources } = loadRecording(name)
    house.add(loadRecording(name))
    for (const { source, agent, records } of agentsIn(sources)) {
      const request = requestFor(source.path, source.run, agent)
      const said = saidIn(records)
      const whole = await claudePromotion.promote(request)
      if (said.length === 0 || isWarmup(records)) {
        expect(whole).toMatchObject({ ok: false, failure: { reason: said.length === 0 ? 'no_conversation' : 'warmup' } })
        continue
      }
      if (!whole.ok) throw new Error(`${source.path}: ${whole.failure.message}`)
      const { session, file } = whole.value
      expect({ agent, faults: readPromoted(file, session).faults }).toEqual({ agent, faults: [] })
      for (const record of said)
        for (const openCalls of ['answer', 'cut'] as const) {
          const cut = await claudePromotion.promote({ ...request, at: String(record['uuid']), openCalls })
          if (!cut.ok) {
            // Its only response was cut away, or it begins with what a fork inherited.
            expect(openCalls).toBe('cut')
            expect(cut.failure.reason).toBe('no_conversation')
            continue
          }
          const read = readPromoted(cut.value.file, cut.value.session)
          expect({ agent, at: record['uuid'], faults: read.faults }).toEqual({ agent, at: record['uuid'], faults: [] })
        }
    }
  })
})

describe('claudePromotion', () => {
  const write = (writer: TranscriptWriter): string => {
    const source = writer.source()
    house.write(source)
    return source.path
  }
  const begun = (): TranscriptWriter =>
    new TranscriptWriter('a1')
      .prompt(1, 'Look: around.')
      .call(2, 't1', { command: 'ls' }, 'Bash')
      .result(3, 't1', null)
      .call(4, 't2', { command: 'cat' }, 'Bash')
      .result(5, 't2', null)
      .text(6, 'Seen.')

  it('a plan writes nothing and says what promotion then does', async () => {
    const path = write(begun())
    const before = filesBelow(house.root)
    const plan = await claudePromotion.plan(requestFor(path, RUN, 'a1'))
    expect(filesBelow(house.root)).toEqual(before)
    const promoted = await claudePromotion.promote(requestFor(path, RUN, 'a1'))
    if (!plan.ok || !promoted.ok) throw new Error('refused')
    const { session, file, origin, ...rest } = promoted.value
    expect({ ...rest, argv: [] }).toEqual({ ...plan.value, argv: [] })
    expect(promoted.value.argv).toEqual(['--resume', session])
    expect(plan.value.argv).toEqual(['--resume', 'SESSION'])
    expect(plan.value).toMatchObject({
      title: 'Look – around.',
      messages: 6,
      folder,
      cut: { last: 'a1-5', leftOut: 0 },
      tokensEstimate: 1115,
    })
    expect(origin).toEqual({ run: RUN, agent: 'a1', record: 'a1-5' })
    expect(filesBelow(house.root).filter((name) => !before.includes(name) && name.includes('.'))).toEqual([
      join('projects', folder.replaceAll(/[^a-zA-Z0-9]/g, '-'), `${session}.jsonl`),
    ])
  })

  it('a running call is answered as interrupted, or its response is cut', async () => {
    const path = write(begun().call(7, 't3', { command: 'make' }, 'Bash'))
    const request = requestFor(path, RUN, 'a1', { isRunning: true })
    const answered = await claudePromotion.promote(request)
    const cut = await claudePromotion.promote({ ...request, openCalls: 'cut' })
    if (!answered.ok || !cut.ok) throw new Error('refused')
    const whole = readPromoted(answered.value.file, answered.value.session)
    expect(whole.faults).toEqual([])
    expect(JSON.stringify(whole.messages.at(-1))).toContain('"is_error":true')
    expect(answered.value.notes.join(' ')).toContain(
      'The call of Bash has no result: answered as interrupted, though still going on.',
    )
    expect(answered.value.notes.join(' ')).toContain('still at work')
    expect(readPromoted(cut.value.file, cut.value.session).messages).toHaveLength(6)
    expect(cut.value.notes.join(' ')).toContain('left out because calls of it have no results')
  })

  it('cuts at a response with all its results, and at a result with its call', async () => {
    const path = write(begun())
    const secondLine = Buffer.byteLength(`${begun().lines[0]}\n`)
    for (const at of ['a1-1', 'a1-2', 'msg-a1-1', secondLine]) {
      const cut = await claudePromotion.promote(requestFor(path, RUN, 'a1', { at }))
      if (!cut.ok) throw new Error(cut.failure.message)
      expect(readPromoted(cut.value.file, cut.value.session).messages).toHaveLength(3)
      expect(cut.value.cut).toEqual({ last: 'a1-2', leftOut: 3 })
      expect(cut.value.notes).toContain('Cut after the message you chose: 3 later records stay behind.')
    }
    expect(await claudePromotion.plan(requestFor(path, RUN, 'a1', { at: 'nobody' }))).toMatchObject({
      failure: { reason: 'no_such_message' },
    })
  })

  it('a hole in the middle is refused, one behind the cut is not', async () => {
    const source = begun().source()
    const lines = source.bytes.toString('utf8').split('\n')
    lines[3] = '\0\0\0\0'
    house.write({ path: source.path, bytes: Buffer.from(lines.join('\n')) })
    const before = filesBelow(house.root)
    const whole = await claudePromotion.promote(requestFor(source.path, RUN, 'a1'))
    expect(whole).toMatchObject({ failure: { reason: 'damaged', message: expect.stringContaining('continued up to a1-2') } })
    expect(filesBelow(house.root)).toEqual(before)
    expect((await claudePromotion.plan(requestFor(source.path, RUN, 'a1', { at: 'a1-2' }))).ok).toBe(true)
  })

  it.each([
    ['the prompt is lost', (lines: string[]) => ['{"torn', ...lines.slice(1)], 'damaged'],
    ['it begins with an answer', (lines: string[]) => lines.slice(1), 'damaged'],
    ['nothing but a torn line', (lines: string[]) => [(lines[0] ?? '').slice(0, 50)], 'no_conversation'],
    ['empty', () => [], 'no_conversation'],
    [
      'strange values only',
      () => ['7', 'null', '[]', '"x"', '{}', '{"type":"user"}', '{"type":"user","message":{"content":4}}', ''],
      'no_conversation',
    ],
  ])('%s: refused', async (_, damage, reason) => {
    const source = begun().source()
    const text = damage(source.bytes.toString('utf8').trimEnd().split('\n')).join('\n')
    house.write({ path: source.path, bytes: Buffer.from(reason === 'damaged' ? `${text}\n` : text) })
    expect(await claudePromotion.promote(requestFor(source.path, RUN, 'a1'))).toMatchObject({ ok: false, failure: { reason } })
  })

  it('a torn last line is left out and said', async () => {
    const source = begun().source()
    house.write({ path: source.path, bytes: Buffer.concat([source.bytes, Buffer.from('{"type":"assis')]) })
    const promoted = await claudePromotion.promote(requestFor(source.path, RUN, 'a1'))
    if (!promoted.ok) throw new Error(promoted.failure.message)
    expect(readPromoted(promoted.value.file, promoted.value.session).faults).toEqual([])
    expect(promoted.value.notes.join(' ')).toContain('not complete')
  })

  it.each([
    [{ version: '1.0.100' }, 'old_version'],
    [{ folder: '/nowhere/at/all' }, 'folder_gone'],
    [{ folder: null }, 'folder_gone'],
    [{ source: 'projects/-home-dev-acme/gone/subagents/agent-x.jsonl' }, 'unreadable'],
    [{ source: 'settings.json' }, 'unreadable'],
    [{ source: `projects/-home-dev-acme/${RUN}.jsonl`, agent: RUN }, 'no_conversation'],
  ])('%j: refused', async (more, reason) => {
    const path = write(begun())
    expect(await claudePromotion.promote(requestFor(path, RUN, 'a1', more))).toMatchObject({ ok: false, failure: { reason } })
  })

  it('keeps what it copies to the letter, and no time after now', async () => {
    const big = '{"10":1,"2":12345678901234567890,"a":1.0}'
    const source = begun().source()
    const text = source.bytes.toString('utf8').replace('{"command":"ls"}', big)
    house.write({ path: source.path, bytes: Buffer.from(text) })
    const nowMs = Date.parse('2026-01-01T10:00:04.000Z')
    const promoted = await claudePromotion.promote(requestFor(source.path, RUN, 'a1', { nowMs }))
    if (!promoted.ok) throw new Error(promoted.failure.message)
    const read = readPromoted(promoted.value.file, promoted.value.session)
    expect(read.faults).toEqual([])
    expect(Math.max(...read.records.flatMap((record) => Date.parse(String(record['timestamp'])) || []))).toBe(nowMs)
    expect(readFileSync(promoted.value.file, 'utf8')).toContain(`"input":${big}`)
  })

  it('takes up the persona that a file defines, in the project before the person’s own', async () => {
    const path = write(begun())
    house.write({
      path: `projects/-home-dev-acme/${RUN}/subagents/agent-a1.meta.json`,
      bytes: Buffer.from('{"agentType":"reviewer"}'),
    })
    const argv = async (): Promise<readonly string[]> => {
      const plan = await claudePromotion.plan(requestFor(path, RUN, 'a1', { version: '2.0.76' }))
      return plan.ok ? plan.value.argv : []
    }
    expect(await argv()).toEqual(['--model', 'claude-opus-4-5', '--resume', 'SESSION'])
    const define = (folder: string, model: string): void => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'reviewer.md'), `---\nname: reviewer\nmodel: ${model}\n---\nBe brief.`)
    }
    define(join(house.root, 'agents'), 'haiku')
    expect(await argv()).toContain('haiku')
    define(join(folder, '.claude/agents/team'), 'sonnet')
    expect(await argv()).toEqual(['--model', 'sonnet', '--append-system-prompt', 'Be brief.', '--resume', 'SESSION'])
    const promoted = await claudePromotion.promote(requestFor(path, RUN, 'a1'))
    if (!promoted.ok) throw new Error(promoted.failure.message)
    const { records, faults } = readPromoted(promoted.value.file, promoted.value.session)
    expect(faults).toEqual([])
    expect(records.at(-2)).toEqual({ type: 'agent-setting', agentSetting: 'reviewer', sessionId: promoted.value.session })
  })

  it('says that long outputs stay with the original session', async () => {
    const stored = '<persisted-output>Saved to: tool-results/x.txt</persisted-output>'
    const path = write(begun().call(7, 't3', {}, 'Bash').result(8, 't3', null, { content: stored }))
    const plan = await claudePromotion.plan(requestFor(path, RUN, 'a1'))
    expect(plan.ok && plan.value.notes.join(' ')).toContain(`Long outputs stay in files of the session ${RUN}`)
  })

  it('a fork of an agent, and one whose parent is named by a path, are refused', async () => {
    const reference = { type: 'fork-context-ref', parentSessionId: '../../secret', parentLastUuid: 'x' }
    const source = begun().source()
    house.write({ path: source.path, bytes: Buffer.from(`${JSON.stringify(reference)}\n${source.bytes}`) })
    const request = requestFor(source.path, RUN, 'a1')
    expect(await claudePromotion.plan(request)).toMatchObject({ failure: { reason: 'history_missing' } })
    const side = `projects/-home-dev-acme/${RUN}/subagents/agent-a1.meta.json`
    house.write({ path: side, bytes: Buffer.from('{"isFork":true,"parentAgentId":"a0"}') })
    expect(await claudePromotion.plan(request)).toMatchObject({ failure: { reason: 'nested_fork' } })
  })
})
