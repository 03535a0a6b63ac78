import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claude } from '../core/providers/claude/claude'
import type { RunRow } from '../shared/views'
import { loadRecording } from '../testing/recordings'
import { MEMORY_FOLDER, makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { TranscriptWriter } from '../testing/writeSession'
import type { Engine } from './engine'
import { loadIndex, saveIndex } from './rowIndex'

const ALL = { provider: null, project: null, liveOnly: false, limit: null }
const NAMES = ['2.0.76/parallel', '2.0.76/twins', '2.1.2/parallel', '2.1.327/nested', '2.1.327/workflow', '1.0.128/resume']

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot(MEMORY_FOLDER)
})
afterEach(() => place.close())

const path = (): string => join(place.state, 'index/claude.idx')

async function listFresh(settings = {}): Promise<readonly RunRow[]> {
  const engine = await place.open(settings)
  return engine.list(ALL)
}

async function truth(): Promise<readonly RunRow[]> {
  return listFresh({ stateFolder: join(place.state, `other${Math.random()}`) })
}

/** How many runs the list had to read. */
async function readsOf(engine: Engine): Promise<number> {
  let total = 0
  await engine.list(ALL, (progress) => {
    total = progress.totalRuns
  })
  return total
}

describe('the index', () => {
  it('is used as long as nothing changed, and then no run is read', async () => {
    place.add(...NAMES.map(loadRecording))
    const first = await place.open()
    const rows = await first.list(ALL)
    expect(rows.length).toBeGreaterThan(5)
    expect(await readsOf(first)).toBe(0)
    const second = await place.open()
    expect(await readsOf(second)).toBe(0)
    expect(await second.list(ALL)).toEqual(rows)
    expect((await second.doctor()).index).toMatchObject({ state: 'fresh' })
  })

  it('gives back what was saved', async () => {
    place.add(...NAMES.map(loadRecording))
    await listFresh()
    const { stamp } = JSON.parse(readFileSync(path(), 'utf8').split('\n')[1] ?? '')
    const { index, state } = loadIndex(place.state, claude.id, stamp)
    expect(state.state).toBe('fresh')
    const summaries = new Map(index.runs.flatMap((run) => index.summary(run) ?? []).map((summary) => [summary.row.id, summary]))
    expect(saveIndex(place.state, 'copy', stamp, index.files, summaries)).toBeNull()
    const copy = loadIndex(place.state, 'copy', stamp).index
    expect([...copy.files]).toEqual([...index.files])
    expect(copy.runs.map((run) => copy.summary(run))).toEqual(index.runs.map((run) => index.summary(run)))
  })

  it.each([
    ['another version', { version: '0.0.1' }],
    ['another window', { promptWindowMs: 1000 }],
  ])('is made anew for %s', async (_, settings) => {
    place.add(loadRecording('2.0.76/twins'))
    const rows = await listFresh()
    const engine = await place.open(settings)
    expect(await readsOf(engine)).toBe(rows.length + 0)
    expect((await engine.list(ALL)).length).toBe(rows.length)
  })

  it('says that it was rebuilt', async () => {
    place.add(loadRecording('2.0.76/twins'))
    await listFresh()
    expect((await (await place.open({ version: '0.0.1' })).doctor()).index.state).toBe('rebuilt')
    writeFileSync(path(), 'nonsense')
    expect((await (await place.open()).doctor()).index.state).toBe('rebuilt')
    rmSync(path())
    expect((await (await place.open()).doctor()).index.state).toBe('absent')
  })

  it('damaged at any byte or cut anywhere never changes a list', async () => {
    place.add(loadRecording('2.0.76/twins'), loadRecording('2.0.76/background'))
    const rows = await listFresh()
    const bytes = readFileSync(path())
    const step = Math.ceil(bytes.length / 150)
    for (let at = 0; at < bytes.length; at += step) {
      const damaged = Buffer.from(bytes)
      // Digits become other digits: the damage that a parser does not see.
      damaged[at] = (damaged[at] ?? 0) ^ 1
      writeFileSync(path(), damaged)
      expect(await listFresh(), `bit of byte ${at}`).toEqual(rows)
    }
    for (let at = 0; at < bytes.length; at += step * 10) {
      writeFileSync(path(), bytes)
      truncateSync(path(), at)
      expect(await listFresh(), `cut at byte ${at}`).toEqual(rows)
    }
  })

  it('of numbers that were changed by hand is not believed', async () => {
    place.add(loadRecording('2.0.76/background'), loadRecording('2.0.76/twins'))
    const rows = await listFresh()
    const [sum, head = '', ...rest] = readFileSync(path(), 'utf8').split('\n')
    const header = JSON.parse(head)
    header.files.runs = header.files.runs.map((run: number) => (run < 0 ? run : (run + 1) % header.runs.length))
    writeFileSync(path(), [sum, JSON.stringify(header), ...rest].join('\n'))
    expect(await listFresh()).toEqual(rows)
  })

  it('that cannot be written is a warning', async () => {
    place.add(loadRecording('2.0.76/twins'))
    writeFileSync(place.state, 'a file where the folder should be')
    expect((await listFresh()).length).toBeGreaterThan(0)
    expect(place.warnings.join()).toContain('index could not be saved')
  })
})

function removeAll(files: readonly string[]): void {
  for (const file of files) rmSync(file)
}

describe('a change is seen through the index', () => {
  const writer = () => new TranscriptWriter().prompt(0, 'go').text(1, 'k')

  it.each<[string, (files: readonly string[]) => void]>([
    ['an agent file deleted', (files) => rmSync(files.find((file) => file.includes('agent-') && file.endsWith('.jsonl')) ?? '')],
    ['all agent files deleted', (files) => removeAll(files.filter((file) => file.includes('agent-')))],
    ['a run deleted', removeAll],
    ['a file shrunk', (files) => truncateSync(files[0] ?? '', 3000)],
    ['a file replaced', (files) => writeFileSync(files[0] ?? '', writer().source().bytes)],
    ['a file emptied', (files) => writeFileSync(files[0] ?? '', '')],
  ])('%s', async (_, change) => {
    place.add(...NAMES.map(loadRecording))
    const engine = await place.open()
    await engine.list(ALL)
    const recording = loadRecording('2.1.327/nested')
    change(recording.sources.map((source) => place.at(source.path)))
    const expected = await truth()
    expect(await engine.list(ALL)).toEqual(expected)
    expect(await listFresh()).toEqual(expected)
  })

  it('a fork and its origin keep right numbers when only one of them changes or goes', async () => {
    const origin = writer()
    const fork = new TranscriptWriter(null, 'fork').record(5, { type: 'mode', uuid: null })
    fork.lines.push(...origin.lines.map((line) => line.replaceAll(origin.source().run, 'fork')))
    place.write(origin.source())
    place.write(fork.text(6, 'own').source())
    const engine = await place.open()
    const requests = async () => Object.fromEntries((await engine.list(ALL)).map((row) => [row.id, row.usage.requests]))
    const main = origin.source().run
    expect(await requests()).toEqual({ [main]: 1, fork: 1 })
    place.write(fork.text(7, 'more').source())
    expect(await requests()).toEqual({ [main]: 1, fork: 2 })
    place.write(origin.text(8, 'more').source())
    expect(await requests()).toEqual({ [main]: 2, fork: 2 })
    rmSync(place.at(origin.source().path))
    expect(await engine.list(ALL)).toEqual(await truth())
    expect(await requests()).toEqual({ fork: 3 })
  })

  it('also when a short list came in between', async () => {
    const origin = writer()
    const fork = new TranscriptWriter(null, 'fork')
      .record(-50, { type: 'mode', uuid: null })
      .record(5, { type: 'mode', uuid: null })
    fork.lines.push(...origin.lines.map((line) => line.replaceAll(origin.source().run, 'fork')))
    place.write(origin.source())
    place.write(fork.source())
    for (let i = 0; i < 12; i++)
      place.write(
        new TranscriptWriter(null, `other${i}`)
          .prompt(100 + i, 'x')
          .text(100 + i, 'k')
          .source(),
      )
    const engine = await place.open()
    await engine.list(ALL)
    rmSync(place.at(origin.source().path))
    place.write(new TranscriptWriter(null, 'newest').prompt(900, 'x').text(900, 'k').source())
    await engine.list({ ...ALL, limit: 1 })
    expect(await engine.list(ALL)).toEqual(await truth())
  })
})
