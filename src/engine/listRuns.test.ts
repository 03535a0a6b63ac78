import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadRecording, type RecordedSource, recordingNames } from '../testing/recordings'
import { MEMORY_FOLDER, makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { TranscriptWriter } from '../testing/writeSession'
import type { Engine } from './engine'

const ALL = { provider: null, project: null, liveOnly: false, limit: null }

describe('every recording in one root', () => {
  let place: TemporaryRoot
  let engine: Engine
  beforeAll(async () => {
    place = makeTemporaryRoot(MEMORY_FOLDER)
    // Mock servers start anew in each recording, so ids meet: one project folder each, and never one session twice.
    const seen = new Set<string>()
    for (const name of recordingNames()) {
      const sources = loadRecording(name).sources.filter((source) => !seen.has(source.run))
      for (const source of sources)
        place.write({ ...source, path: source.path.replace('projects/', `projects/${name.replace('/', '-')}`) })
      for (const source of sources) seen.add(source.run)
    }
    engine = await place.open()
  })
  afterAll(() => place.close())

  it('a row is its tree in one line', async () => {
    const rows = await engine.list(ALL)
    expect(rows.length).toBeGreaterThan(80)
    for (const row of rows) {
      const found = await engine.tree(row.uri)
      if (!found.ok) throw new Error(found.failure.message)
      const { agents, unplaced: _, problems: __, root: ___, schema: ____, totals, ...head } = found.value
      const { byType: _____, agents: total, ...counts } = totals
      const [root] = agents
      const { status, phase, status_source, model } = root ?? {}
      const { sizeBytes, ...shown } = row
      expect(shown).toEqual({ ...head, status, phase, status_source, model, agents: { total, ...counts } })
      expect(sizeBytes).toBeGreaterThan(0)
    }
  })

  it('a list of N is the first N of the whole list, with and without an index', async () => {
    const rows = await engine.list(ALL)
    for (const limit of [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 1000]) {
      expect((await engine.list({ ...ALL, limit })).map((row) => row.id)).toEqual(rows.slice(0, limit).map((row) => row.id))
      const cold = await place.open({ stateFolder: join(place.state, `cold${limit}`) })
      expect((await cold.list({ ...ALL, limit })).map((row) => row.id)).toEqual(rows.slice(0, limit).map((row) => row.id))
    }
  })

  it('what is ignored is counted', async () => {
    const { ignored, unknownRecordTypes, skimMismatches, roots } = await engine.doctor()
    expect(ignored.warmupAgents).toBeGreaterThan(10)
    expect(ignored.phantomSessions).toBeGreaterThan(0)
    expect(unknownRecordTypes).toEqual([])
    expect(skimMismatches).toEqual([])
    expect(roots[0]?.runs).toBe((await engine.list(ALL)).length)
  })
})

describe('a list', () => {
  let place: TemporaryRoot
  afterEach(() => place.close())
  const open = (...sources: RecordedSource[]): Promise<Engine> => {
    place = makeTemporaryRoot(MEMORY_FOLDER)
    for (const source of sources) place.write(source)
    return place.open()
  }
  const run = (id: string, at: number): TranscriptWriter => new TranscriptWriter(null, id).prompt(at, 'go').text(at, 'k')
  const many = Array.from({ length: 30 }, (_, i) => run(`r${i}`, i).source())

  it('of one is the newest, though its last record hides the time before 200 KB of result', async () => {
    const content = [{ type: 'tool_result', tool_use_id: 't', content: 'k' }]
    const newest = new TranscriptWriter(null, 'newest').prompt(90, 'go').call(90, 't', {}, 'Bash')
    newest.prompt(100, content, { toolUseResult: { stdout: 'x'.repeat(200_000) } })
    const engine = await open(...many, newest.source())
    expect((await engine.list({ ...ALL, limit: 1 })).map((row) => row.id)).toEqual(['newest'])
  })

  it('of one is the newest by conversation, though others were touched by the program later', async () => {
    const touched = Array.from({ length: 30 }, (_, i) =>
      run(`t${i}`, i)
        .record(500 + i, { type: 'system', subtype: 'status' })
        .source(),
    )
    const engine = await open(...touched, run('newest', 100).source())
    expect((await engine.list({ ...ALL, limit: 1 })).map((row) => row.id)).toEqual(['newest'])
  })

  it('leaves out sessions without a conversation', async () => {
    const phantoms = Array.from({ length: 30 }, (_, i) =>
      new TranscriptWriter(null, `p${i}`).record(500 + i, { type: 'summary', summary: 'nothing' }).source(),
    )
    const engine = await open(...phantoms, run('real', 1).source())
    expect((await engine.list({ ...ALL, limit: 1 })).map((row) => row.id)).toEqual(['real'])
    expect((await engine.doctor()).ignored.phantomSessions).toBe(30)
  })

  it('says where a price is not known', async () => {
    const message = {
      id: 'm',
      model: 'model-of-tomorrow',
      usage: { output_tokens: 5 },
      content: [{ type: 'text', text: 'k' }],
      stop_reason: 'end_turn',
    }
    const engine = await open(new TranscriptWriter(null, 'r').prompt(0, 'go').record(1, { type: 'assistant', message }).source())
    const [row] = await engine.list(ALL)
    expect(row?.cost).toMatchObject({ usd: null, complete: false })
    expect((await engine.doctor()).prices.unknownModels).toEqual(['model-of-tomorrow'])
  })

  it('takes a person’s prices entry by entry, and says when it cannot', async () => {
    await open(run('r', 0).source())
    const own = join(place.state, 'prices.json')
    const price = { input: 1_000_000, cacheWrite: 0, cacheRead: 0, output: 0 }
    mkdirSync(dirname(own), { recursive: true })
    writeFileSync(
      own,
      JSON.stringify({ dated: '2026-01-01', source: 'me', models: [{ match: 'claude-opus-4-5', price, context: 5 }] }),
    )
    const priced = await place.open({ priceFile: own })
    const [row] = await priced.list(ALL)
    expect(row?.cost).toMatchObject({ usd: 10, complete: true })
    expect((await priced.doctor()).prices.source).toContain('me')
    for (const broken of ['{', '[]', '{"dated":1}', JSON.stringify({ dated: '', source: '', models: [{ match: '' }] })]) {
      writeFileSync(own, broken)
      const before = place.warnings.length
      const engine = await place.open({ priceFile: own })
      expect(place.warnings.length).toBe(before + 1)
      expect((await engine.list(ALL))[0]?.cost.usd).toBeLessThan(1)
    }
    await place.open({ priceFile: join(place.state, 'absent.json') })
    expect(place.warnings.at(-1)).toContain('does not exist')
  })
})
