import { appendFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import type { WatchFrame } from '../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { WatchClient } from '../testing/watchClient'
import { RUN, TranscriptWriter, task } from '../testing/writeSession'
import type { Engine } from './engine'

const URI = RunUri.parse(`claude://${RUN}`)
const MAIN = `projects/-home-dev-acme/${RUN}.jsonl`

let place: TemporaryRoot
let engine: Engine
beforeEach(async () => {
  place = makeTemporaryRoot()
  const main = new TranscriptWriter().prompt(0, 'go').call(1, 't1', task('task a'))
  // Long enough to be read in slices.
  for (let i = 0; i < 30_000; i++) main.text(2 + i / 10_000, `${i} ${'x'.repeat(100)}`)
  place.write(main.source())
  engine = await place.open()
})
afterEach(() => place.close())

const child = (id: string) => new TranscriptWriter(id).prompt(3, 'task a').text(4, 'done')
const late = (at: number) => `${new TranscriptWriter().text(at, 'late').lines[0]?.replaceAll('main-0', `late-${at}`)}\n`

it('lets everything else go on while a long run is read, and misses nothing that happens meanwhile', {
  timeout: 30_000,
}, async () => {
  const client = new WatchClient()
  const watch = await engine.watch(null, (frame: WatchFrame) => client.take(frame))
  let turns = 0
  let isReading = true
  const count = (): void => {
    turns++
    if (turns === 2) {
      appendFileSync(place.at(MAIN), late(100))
      place.write(child('a').source())
    }
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const [kept, again] = await Promise.all([watch.keep(URI), watch.keep(URI)])
  isReading = false
  expect(turns).toBeGreaterThan(3)
  appendFileSync(place.at(MAIN), late(101))
  const truth = await engine.tree(URI)
  if (!truth.ok) throw new Error(truth.failure.message)
  const root = () => client.agents.get(`${URI} ${RUN}`)
  await client.until(() => client.has('a') && root()?.messages === truth.value.agents[0]?.messages)
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
  expect(
    kept
      ?.view()
      ?.agents.map(({ run: _, ...agent }) => agent)
      .sort(byKey),
  ).toEqual([...truth.value.agents].sort(byKey))
  expect(kept?.view()?.row).toMatchObject({ usage: truth.value.usage })
  kept?.release()
  expect(again?.view()).not.toBe(null)
  again?.release()
  // Left a moment ago: whoever goes back finds it as it is.
  expect(again?.view()).not.toBe(null)
  await watch.close()
})

it('keeps nothing of a run that goes while it is read, and stops when the watch is closed', { timeout: 30_000 }, async () => {
  const watch = await engine.watch(null, () => undefined)
  const gone = watch.keep(URI)
  rmSync(place.at(MAIN))
  const kept = await gone
  await expect.poll(() => kept?.view() ?? null).toBe(null)
  kept?.release()
  const main = new TranscriptWriter().prompt(0, 'go')
  for (let i = 0; i < 30_000; i++) main.text(2, `${i} ${'x'.repeat(100)}`)
  const other = await place.open()
  place.write(main.source())
  const second = await other.watch(null, () => undefined)
  const cut = second.keep(URI)
  await second.close()
  expect((await cut)?.view() ?? null).toBe(null)
})
