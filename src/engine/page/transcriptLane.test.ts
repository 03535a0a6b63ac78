import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import type { TranscriptItem } from '../../shared/views'
import { openPageClient, type PageClient } from '../../testing/pageClient'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import { RUN, TranscriptWriter } from '../../testing/writeSession'

const run = RunUri.parse(`claude://${RUN}`)
const target = { run, key: AgentKey.parse(RUN) }
let temporary: TemporaryHost
let writer: TranscriptWriter
let written = 0

beforeEach(() => {
  temporary = makeTemporaryHost()
  writer = new TranscriptWriter().prompt(0, 'Go')
  written = 0
})
afterEach(() => temporary.close())

/** What the writer has more by now. */
function append(): void {
  const { path, bytes } = writer.source()
  if (written === 0) temporary.place.write({ path, bytes })
  else appendFileSync(temporary.place.at(path), bytes.subarray(written))
  written = bytes.length
}

/** This process stands for the product's. */
function makeLive(): void {
  mkdirSync(temporary.place.at('sessions'), { recursive: true })
  const entry = {
    pid: process.pid,
    sessionId: RUN,
    cwd: '/home/dev/acme',
    startedAt: Date.now() - process.uptime() * 1000,
    status: 'busy',
  }
  writeFileSync(temporary.place.at(`sessions/${process.pid}.json`), JSON.stringify(entry))
}

async function open(): Promise<PageClient> {
  const page = await openPageClient(await temporary.open())
  await page.client.call('followRun', { run })
  await page.until(() => page.run(run).isWhole)
  return page
}

function itemsOf(page: PageClient): Map<number, TranscriptItem> {
  const items = new Map<number, TranscriptItem>()
  for (const news of page.transcripts) for (const item of news.items) items.set(item.n, item)
  return items
}

const textsOf = (page: PageClient): readonly string[] => [...itemsOf(page).values()].map(({ text }) => text)

it('brings what is added from a number on, also what came before it was asked for', async () => {
  append()
  const page = await open()
  writer.text(1, 'one')
  append()
  await page.client.call('followTranscript', { ...target, from: 1, running: [] })
  await page.until(() => textsOf(page).includes('one'))
  writer.text(2, 'two').text(3, 'three')
  append()
  await page.until(() => textsOf(page).includes('three'))
  expect([...itemsOf(page).keys()]).toEqual([1, 2, 3])
  expect(page.transcripts.at(-1)).toMatchObject({ ...target, total: 4 })
  expect(page.troubles).toEqual([])
})

it('brings a call again when it has its answer, however far back it stands', async () => {
  makeLive()
  writer.call(1, 'far', { command: 'sleep 1' }, 'Bash')
  for (let n = 0; n < 500; n++) writer.text(2, `word ${n}`)
  append()
  const page = await open()
  const total = 502
  await page.client.call('followTranscript', { ...target, from: total, running: [1] })
  writer.call(3, 'near', { command: 'ls' }, 'Bash')
  append()
  await page.until(() => itemsOf(page).get(total)?.tool?.status === 'running')
  writer.result(4, 'near', {}).result(5, 'far', {})
  append()
  await page.until(() => itemsOf(page).get(total)?.tool?.status === 'ok' && itemsOf(page).get(1)?.tool?.status === 'ok')
  expect([...itemsOf(page).keys()].sort((a, b) => a - b)).toEqual([1, total])
})

it('says that all of it was rewritten', async () => {
  for (let n = 1; n < 9; n++) writer.text(n, `word ${n}`)
  append()
  const page = await open()
  await page.client.call('followTranscript', { ...target, from: 9, running: [] })
  temporary.place.write(new TranscriptWriter().prompt(0, 'Anew').source())
  await page.until(() => page.transcripts.some(({ total }) => total === 1))
})

it('follows one transcript, and none when told so', async () => {
  append()
  const page = await open()
  await page.client.call('followTranscript', { ...target, from: 1, running: [] })
  await page.client.call('unfollowTranscript', {})
  writer.text(1, 'one')
  append()
  await page.until(() => page.run(run).agents.get(target.key)?.messages === 2)
  expect(page.transcripts).toEqual([])
})

it('brings ten thousand items in messages that the wire bears', async () => {
  append()
  const page = await open()
  await page.client.call('followTranscript', { ...target, from: 1, running: [] })
  for (let n = 1; n <= 10_000; n++) writer.text(n, `${n} ${'word '.repeat(20)}`)
  append()
  await page.until(() => itemsOf(page).size === 10_000)
  expect(Math.max(...page.sizes)).toBeLessThan(256 * 1024)
})
