import { appendFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { TranscriptItem, TranscriptPage } from '../../shared/views'
import { askPage, LONGEST_MESSAGE } from '../../testing/askPage'
import { loadRecording, recordingNames } from '../../testing/recordings'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../testing/writeSession'
import type { Engine } from '../engine'

const run = RunUri.parse(`claude://${RUN}`)
const target = { run, key: null }
let place: TemporaryRoot
let engine: Engine
let page: ReturnType<typeof askPage>

beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
  page = askPage(engine)
})
afterEach(async () => {
  expect(page.longest()).toBeLessThan(LONGEST_MESSAGE)
  await place.close()
})

const write = (writer: TranscriptWriter) => place.write(writer.source())
const long = (text: string) => new TranscriptWriter().prompt(0, text)

describe('pages', () => {
  it.each(recordingNames().filter((name) => /nested$|tui$|compact|resume$/.test(name)))(
    'forwards and backwards %s is what the command line prints',
    async (name) => {
      place.add(loadRecording(name))
      for (const { uri } of await engine.list({ provider: null, project: null, liveOnly: false, limit: null })) {
        const whole = await engine.transcript({ run: uri, key: null }, { before: null, limit: 100_000 })
        if (!whole.ok) throw new Error(whole.failure.message)
        const forwards: TranscriptItem[] = []
        while (forwards.length < whole.value.total) {
          const at = { from: forwards.length }
          forwards.push(...(await page.ask('readTranscript', { run: uri, key: null, at, limit: 7 })).items)
        }
        const backwards: TranscriptItem[] = []
        for (let before: number | null = null; before !== 0; ) {
          const told: TranscriptPage = await page.ask('readTranscript', { run: uri, key: null, at: { before }, limit: 7 })
          backwards.unshift(...told.items)
          before = told.from
        }
        const tail = await page.ask('readTail', { run: uri, key: null, limit: 7 })
        expect(forwards).toEqual(backwards)
        const short = whole.value.items.filter((_, n) => !forwards[n]?.clamped)
        expect(forwards.filter((item) => !item.clamped)).toEqual(short)
        expect(tail.items.slice(-7).map(({ text }) => text)).toEqual(whole.value.items.slice(-7).map(({ text }) => text))
      }
    },
  )

  it('hold fewer items than asked for where they would be too long, but one always', async () => {
    const writer = new TranscriptWriter()
    for (let n = 0; n < 40; n++) writer.prompt(n, '界'.repeat(100_000))
    write(writer)
    const end = await page.ask('readTranscript', { ...target, at: { before: null }, limit: 40 })
    expect([end.total, end.from + end.items.length]).toEqual([40, 40])
    expect(end.items.length).toBeGreaterThan(2)
    expect(end.items.map(({ n }) => n)).toEqual(end.items.map((_, i) => end.from + i))
    const start = await page.ask('readTranscript', { ...target, at: { from: 3 }, limit: 40 })
    expect([start.from, start.items[0]?.n]).toEqual([3, 3])
    expect((await page.ask('readTail', { ...target, limit: 40 })).items.at(-1)?.clamped).toEqual({ text: 100_000 })
  })

  it('of what does not exist say so', async () => {
    write(long('hi'))
    const nobody = { run: RunUri.parse('claude://aaaaaaaa-0000-4000-8000-00000000ffff'), key: null }
    const at = { before: null }
    await expect(page.ask('readTranscript', { ...nobody, at, limit: 1 })).rejects.toMatchObject({ fault: { code: 'not_found' } })
    await expect(page.ask('readTail', { ...nobody, limit: 1 })).rejects.toMatchObject({ fault: { code: 'not_found' } })
    expect(await page.ask('readTranscript', { ...target, at: { from: 9 }, limit: 5 })).toMatchObject({
      from: 1,
      total: 1,
      items: [],
    })
    await expect(page.ask('readText', { ...target, n: 1, part: 'text', from: 0 })).rejects.toMatchObject({
      fault: { code: 'not_found' },
    })
  })
})

describe('a transcript that grows', () => {
  it.each(['watched', 'not watched'])('is read on from what is known: %s', async (how) => {
    write(long('one'))
    const frames: { usage: number }[] = []
    const watch =
      how === 'watched' ? await engine.watch(run, (frame) => frames.push({ usage: frame.agents[0]?.messages ?? 0 })) : null
    const first = await page.ask('readTranscript', { ...target, at: { before: null }, limit: 5 })
    const more = long('one').text(1, 'two').call(2, 'c', { command: 'ls' }, 'Bash').source().bytes
    appendFileSync(place.at(long('').source().path), more.subarray(long('one').source().bytes.length))
    const next = await page.ask('readTranscript', { ...target, at: { from: first.total }, limit: 5 })
    expect(next.items.map(({ n, text, tool }) => [n, text || tool?.name])).toEqual([
      [1, 'two'],
      [2, 'Bash'],
    ])
    // What a page was the first to see still goes out to those who watch.
    if (watch) await expect.poll(() => frames.at(-1)?.usage).toBe(3)
    await watch?.close()
  })
})

it('what an agent may do is what its records say, and nothing where they say nothing', async () => {
  place.add(loadRecording('2.1.327/depth'), loadRecording('2.1.327/tui-permission'))
  const tables: Record<string, unknown>[] = []
  for (const { uri } of await engine.list({ provider: null, project: null, liveOnly: false, limit: null })) {
    const tree = await engine.tree(uri)
    if (!tree.ok) throw new Error(tree.failure.message)
    for (const { key, depth, source } of tree.value.agents) {
      if (!source) continue
      const { allowed, denied, permissionMode } = await page.ask('readTools', { run: uri, key })
      tables.push({ depth, maySpawn: allowed?.includes('Agent') ?? null, denied, permissionMode })
    }
  }
  expect(tables).toContainEqual({ depth: 0, maySpawn: true, denied: null, permissionMode: 'default' })
  expect(tables).toContainEqual({ depth: 1, maySpawn: true, denied: null, permissionMode: null })
  expect(tables).toContainEqual({ depth: 3, maySpawn: false, denied: null, permissionMode: null })
  write(long('an old release'))
  expect(await page.ask('readTools', target)).toMatchObject({ allowed: null, denied: null, permissionMode: null })
})
