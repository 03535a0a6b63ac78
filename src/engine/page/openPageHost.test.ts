import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Attention } from '../../shared/attention'
import { RunUri } from '../../shared/ids'
import type { AgentView } from '../../shared/views'
import { openPageClient } from '../../testing/pageClient'
import { loadRecording } from '../../testing/recordings'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import type { TemporaryRoot } from '../../testing/temporaryRoot'
import { ended, RUN, TranscriptWriter, task } from '../../testing/writeSession'

let temporary: TemporaryHost
let place: TemporaryRoot
beforeEach(() => {
  temporary = makeTemporaryHost()
  place = temporary.place
})
afterEach(() => temporary.close())

const byDepth = (a: AgentView, b: AgentView): number => a.depth - b.depth || a.number - b.number
const uri = RunUri.parse(`claude://${RUN}`)

it('lists the runs, says when the list is whole, and shows a run that begins while it watches', async () => {
  place.add(loadRecording('2.1.327/nested'), loadRecording('2.1.327/parallel'))
  const page = await openPageClient(await temporary.open())
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed)
  expect(page.rows.size).toBe(2)
  expect(page.runFrames[0]).toEqual({ kind: 'begin' })
  place.write(new TranscriptWriter().prompt(0, 'Say hello').text(1, 'hello').source())
  await page.until(() => page.rows.has(uri))
  expect(page.rows.get(uri)?.title).toBe('Say hello')
  rmSync(place.at(`projects/-home-dev-acme/${RUN}.jsonl`))
  await page.until(() => !page.rows.has(uri))
  expect(page.troubles).toEqual([])
})

it('keeps the row of a run up to date that nobody owns and nobody looks at', async () => {
  const writer = new TranscriptWriter().prompt(0, 'Say hello').text(1, 'hello')
  place.write(writer.source())
  const page = await openPageClient(await temporary.open())
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed)
  const before = page.rows.get(uri)
  place.write(writer.prompt(5, 'And again').text(6, 'hello').source())
  await page.until(() => page.rows.get(uri)?.updated !== before?.updated)
  expect(page.rows.get(uri)?.usage.requests).toBe(2)
})

it('lists a session only when it holds a conversation', async () => {
  const empty = new TranscriptWriter().record(0, { type: 'file-history-snapshot', messageId: 'x', snapshot: {} })
  place.write(empty.source())
  const page = await openPageClient(await temporary.open())
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed)
  // A change of it is seen, and still says nothing; the other's row comes behind it.
  place.write(empty.record(1, { type: 'file-history-snapshot', messageId: 'y', snapshot: {} }).source())
  const other = new TranscriptWriter(null, 'bbbbbbbb-0000-4000-8000-000000000002').prompt(0, 'Say hello')
  place.write(other.source())
  await page.until(() => page.rows.size > 0)
  expect(page.rows.has(uri)).toBe(false)
  place.write(empty.prompt(2, 'Now').source())
  await page.until(() => page.rows.has(uri))
})

it.each(['at once', 'once all is listed'])(
  'shows a run as the engine knows it, without gaps, while it grows: %s',
  async (when) => {
    const writer = new TranscriptWriter().prompt(0, 'Go').call(1, 'toolu_1', task('Look'))
    place.write(writer.source())
    const page = await openPageClient(await temporary.open())
    await page.client.call('followRuns', {})
    if (when !== 'at once') await page.until(() => page.isListed)
    await page.client.call('followRun', { run: uri })
    await page.until(() => page.run(uri).isWhole)
    const shown = page.run(uri)
    expect(shown.agents.size).toBe(2)
    place.write(new TranscriptWriter('a1').prompt(2, 'Look').text(3, 'Seen').source())
    place.write(writer.result(4, 'toolu_1', ended('a1')).text(5, 'Done').source())
    const engine = await place.open()
    const tree = await engine.tree(uri)
    if (!tree.ok) throw new Error(tree.failure.message)
    const [row] = await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
    const expected = [...tree.value.agents, ...tree.value.unplaced]
    await page.until(
      () => shown.agents.get(tree.value.root)?.messages === expected[0]?.messages && shown.agents.size === expected.length,
    )
    await page.until(() => shown.row?.usage.requests === row?.usage.requests)
    expect([...shown.agents.values()].sort(byDepth)).toEqual([...expected].sort(byDepth))
    expect(shown.row).toEqual(row)
    expect(shown.gaps).toBe(0)
  },
)

it('shows a run again as it is, after nobody looked at it for a while', async () => {
  const writer = new TranscriptWriter().prompt(0, 'Go').text(1, 'Yes')
  place.write(writer.source())
  const page = await openPageClient(await temporary.open())
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed)
  await page.client.call('followRun', { run: uri })
  await page.until(() => page.run(uri).isWhole)
  await page.client.call('unfollowRun', { run: uri })
  const frames = page.forestFrames.length
  place.write(writer.prompt(2, 'More').text(3, 'Yes').source())
  await page.until(() => page.rows.get(uri)?.usage.requests === 2)
  expect(page.forestFrames).toHaveLength(frames)
  await page.client.call('followRun', { run: uri })
  await page.until(() => page.run(uri).begins === 2 && page.run(uri).isWhole)
  expect([...page.run(uri).agents.values()]).toMatchObject([{ messages: 4 }])
})

it('tells of a run that is not there, and of one that goes', async () => {
  const writer = new TranscriptWriter().prompt(0, 'Say hello').text(1, 'hello')
  place.write(writer.source())
  const page = await openPageClient(await temporary.open())
  const missing = RunUri.parse('claude://bbbbbbbb-0000-4000-8000-000000000001')
  await expect(page.client.call('followRun', { run: missing })).rejects.toMatchObject({ fault: { code: 'not_found' } })
  await page.client.call('followRun', { run: uri })
  await page.until(() => page.run(uri).isWhole)
  rmSync(place.at(`projects/-home-dev-acme/${RUN}.jsonl`))
  await page.until(() => page.run(uri).isGone)
  place.write(writer.source())
  await page.until(() => !page.run(uri).isGone && page.run(uri).isWhole)
  expect(page.run(uri)).toMatchObject({ begins: 2, gaps: 0 })
})

it('plays the demo instead of the own runs, live, and leaves nothing behind', async () => {
  place.add(loadRecording('2.1.327/nested'))
  const host = await temporary.open({ demoSpeed: 20 })
  const page = await openPageClient(host)
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed && page.rows.size === 1)
  const [own] = page.rows.keys()
  const desktop: Attention[] = []
  host.onAttention((attention) => void desktop.push(attention))
  await page.client.call('playDemo', { isPlaying: true })
  await page.until(() => [...page.rows.values()].some((row) => row.live) && !page.rows.has(own ?? uri))
  expect(page.health?.isDemo).toBe(true)
  const [run] = page.rows.keys()
  await page.client.call('followRun', { run: run ?? uri })
  await page.until(() => page.run(run ?? uri).begins > 1)
  // Shown in the page, but nobody is called away from their work for it.
  await page.until(() => page.attentions.some(({ items }) => items.length > 0))
  expect([...desktop, ...page.attentions].flatMap(({ fresh }) => fresh)).toEqual([])
  expect(desktop.flatMap(({ items }) => items)).toEqual([])
  await page.client.call('playDemo', { isPlaying: false })
  await page.until(() => page.isListed && page.rows.has(own ?? uri))
  expect(readdirSync(place.state).filter((name) => name.startsWith('demo-'))).toEqual([])
  await page.until(() => page.health?.isDemo === false)
  expect(page.troubles).toEqual([])
})

it('keeps settings, tells all pages, and puts a garbled file aside', async () => {
  const host = await temporary.open()
  const [one, two] = [await openPageClient(host), await openPageClient(host)]
  await one.client.call('changeSettings', { theme: 'dark', notifications: { finished: true } })
  await two.until(() => two.settings.at(-1)?.theme === 'dark')
  expect(JSON.parse(readFileSync(join(place.state, 'settings.json'), 'utf8'))).toMatchObject({
    theme: 'dark',
    notifications: { needsYou: true, failed: true, finished: true },
  })
  await host.close()
  expect((await temporary.open()).settings().theme).toBe('dark')
  writeFileSync(join(place.state, 'settings.json'), '{"theme":')
  const late = await openPageClient(await temporary.open())
  await late.until(() => late.notices.some(({ code }) => code === 'settings_garbled'))
  expect(existsSync(join(place.state, 'settings.json.bad-1'))).toBe(true)
})

it('applies other folders at once, for every page and every run that is looked at', async () => {
  place.add(loadRecording('2.1.327/nested'))
  const other = makeTemporaryHost()
  other.place.write(new TranscriptWriter().prompt(0, 'Elsewhere').text(1, 'yes').source())
  const host = await temporary.open({ env: { CLAUDE_CONFIG_DIR: '' } })
  const page = await openPageClient(host)
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed)
  expect(page.rows.size).toBe(0)
  await page.client.call('changeSettings', { roots: { claude: place.root } })
  await page.until(() => page.isListed && page.rows.size === 1)
  const [run = uri] = page.rows.keys()
  await page.client.call('followRun', { run })
  await page.until(() => page.run(run).isWhole)
  await page.client.call('changeSettings', { roots: { claude: other.place.root } })
  await page.until(() => page.isListed && page.rows.has(uri))
  expect([...page.rows.keys()]).toEqual([uri])
  await page.until(() => page.run(run).isGone)
  await page.client.call('changeSettings', { roots: { claude: place.root } })
  await page.until(() => page.run(run).isWhole && !page.run(run).isGone)
  expect(page.run(run).gaps).toBe(0)
  await other.close()
})

it('removes what a demo that was killed left behind, and only that', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const [left, own] = [join(place.state, `demo-${dead}-x`), join(place.state, `demo-${process.pid}-x`)]
  for (const folder of [left, own]) mkdirSync(join(folder, 'claude'), { recursive: true })
  await temporary.open()
  await expect.poll(() => existsSync(left)).toBe(false)
  expect(existsSync(own)).toBe(true)
})

it('links anew, also what was read long ago, when the prompt window changes', async () => {
  place.write(new TranscriptWriter().prompt(0, 'Go').call(1, 'toolu_1', task('Look')).source())
  place.write(new TranscriptWriter('a1').prompt(61, 'Look').text(62, 'Seen').source())
  const page = await openPageClient(await temporary.open())
  await page.client.call('followRun', { run: uri })
  await page.until(() => page.run(uri).isWhole)
  const parent = () => [...page.run(uri).agents.values()].find(({ id }) => id === 'a1')?.parent
  expect(parent()).toBe(RUN)
  await page.client.call('changeSettings', { promptWindowHours: 30 / 3600 })
  await page.until(() => page.run(uri).begins === 2 && page.run(uri).isWhole)
  expect(parent()).toBe(null)
  await page.client.call('changeSettings', { promptWindowHours: 24 })
  await page.until(() => page.run(uri).begins === 3 && page.run(uri).isWhole)
  expect(parent()).toBe(RUN)
})

it('frees the folders it watched when it closes', async () => {
  place.add(loadRecording('2.1.327/nested'))
  const watches = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
  await expect.poll(watches).toBe(0)
  const host = await temporary.open()
  const page = await openPageClient(host)
  await page.client.call('followRuns', {})
  await page.until(() => page.isListed)
  expect(watches()).toBeGreaterThan(0)
  await host.close()
  await expect.poll(watches).toBe(0)
})
