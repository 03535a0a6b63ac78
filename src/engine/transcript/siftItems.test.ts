import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { Sift } from '../../shared/transcriptSift'
import { askPage, LONGEST_MESSAGE } from '../../testing/askPage'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../testing/writeSession'

const target = { run: RunUri.parse(`claude://${RUN}`), key: null }
const all: Sift = { kinds: [], tools: [], from: null, to: null }
let place: TemporaryRoot
let page: ReturnType<typeof askPage>

beforeEach(async () => {
  place = makeTemporaryRoot()
  page = askPage(await place.open())
})
afterEach(async () => {
  expect(page.longest()).toBeLessThan(LONGEST_MESSAGE)
  await place.close()
})

const sift = (choice: Partial<Sift>, from = 0) => page.ask('siftItems', { ...target, sift: { ...all, ...choice }, from })

it('lets through kinds and tools, a failed call as an error besides, and counts everything', async () => {
  const writer = new TranscriptWriter()
    .prompt(0, 'go')
    .call(1, 'c', {}, 'Bash')
    .result(5, 'c', null, { content: 'no', is_error: true })
    .text(6, 'hm')
    .call(7, 'd', {}, 'Bash')
    .call(8, 'e', {}, 'Read')
    .prompt(10, 'again')
  place.write(writer.source())
  const told = await sift({})
  expect(told).toMatchObject({ shown: [0, 1, 2, 3, 4, 5], total: 6, next: null })
  expect(told.kinds).toEqual({ prompt: 2, tool: 3, error: 1, text: 1 })
  expect(told.tools).toEqual([
    { name: 'Bash', count: 2 },
    { name: 'Read', count: 1 },
  ])
  expect((await sift({ kinds: ['error'] })).shown).toEqual([1])
  expect((await sift({ kinds: ['prompt'], tools: ['Read'] })).shown).toEqual([0, 4, 5])
  expect((await sift({ tools: ['Bash'] }, 2)).shown).toEqual([3])
  expect((await sift({ tools: ['bash'] })).shown).toEqual([])
})

it('lets through what was said in a stretch of time, its end not counted', async () => {
  const writer = new TranscriptWriter()
  for (let n = 0; n < 10; n++) writer.text(n, `text ${n}`)
  place.write(writer.source())
  const { items } = await page.ask('readTranscript', { ...target, at: { from: 0 }, limit: 10 })
  const [from, to] = [items[3]?.at ?? null, items[6]?.at ?? null]
  expect((await sift({ from, to })).shown).toEqual([3, 4, 5])
  expect((await sift({ from, kinds: ['prompt'] })).shown).toEqual([])
  expect((await sift({})).last).toBe(items[9]?.at)
})

it('tells very many in parts', async () => {
  const writer = new TranscriptWriter()
  for (let n = 0; n < 20_500; n++) writer.text(n, 'x')
  place.write(writer.source())
  const first = await sift({ kinds: ['text'] })
  expect([first.shown.length, first.next, first.total]).toEqual([20_000, 20_000, 20_500])
  expect((await sift({ kinds: ['text'] }, 20_000)).shown).toHaveLength(500)
})
