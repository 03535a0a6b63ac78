import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { openPageClient } from '../../testing/pageClient'
import { loadRecording } from '../../testing/recordings'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import { ended, RUN, TranscriptWriter, task } from '../../testing/writeSession'

const uri = RunUri.parse(`claude://${RUN}`)
const child = 'a1b2c3d4e5f60718a'

let temporary: TemporaryHost
beforeEach(() => {
  temporary = makeTemporaryHost()
  const { place } = temporary
  place.write(
    new TranscriptWriter()
      .prompt(0, 'Go')
      .call(1, 'toolu_1', task('Look'))
      .result(5, 'toolu_1', ended(child))
      .call(6, 'toolu_2', task('Later'))
      .source(),
  )
  place.write(new TranscriptWriter(child).prompt(2, 'Look').text(3, 'Seen').source())
})
afterEach(() => temporary.close())

it.each([
  [uri, null],
  [`  ${uri}\n`, null],
  [`agents://claude/${RUN}/${child}`, 'toolu_1'],
  [`claude/${RUN}/agent-${child}`, 'toolu_1'],
  // Called and never seen: it has no transcript, and still a place on the screen.
  [`${uri}/toolu_2`, 'toolu_2'],
])('finds what %j names', async (text, key) => {
  const page = await openPageClient(await temporary.open())
  expect(await page.client.call('resolve', { text })).toEqual({ run: uri, key })
})

it.each([
  ['claude://nonsense', 'bad_input'],
  ['codex://threads/019a2f1a-6795-76e9-86cf-7fa70259e41a', 'not_found'],
  [`${uri}/ffffffffffffffffa`, 'not_found'],
])('says why %j names nothing, and shows it when it was opened from outside', async (text, code) => {
  const page = await openPageClient(await temporary.open())
  await expect(page.client.call('resolve', { text })).rejects.toMatchObject({ fault: { code } })
  await page.session.goTo(text)
  await page.until(() => page.notices.length > 0)
  expect(page.notices[0]).toMatchObject({ level: 'error', code })
  expect(page.goTos).toEqual([])
})

it('shows what was asked for before the page listened', async () => {
  const host = await temporary.open()
  const page = await openPageClient(host)
  await page.session.goTo(`${uri}/${child}`)
  await page.until(() => page.goTos.length > 0)
  expect(page.goTos).toEqual([{ run: uri, key: 'toolu_1' }])
})

it('opens web addresses and nothing else', async () => {
  const opened: string[] = []
  const page = await openPageClient(await temporary.open(), { openLink: async (url) => void opened.push(url) })
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'https://me:secret@host/', 'vscode://x', 'x', 'http://'])
    await expect(page.client.call('openLink', { url })).rejects.toMatchObject({ fault: { code: 'bad_input' } })
  await page.client.call('openLink', { url: 'https://example.org/a b' })
  expect(opened).toEqual(['https://example.org/a%20b'])
})

it('shows the file of an agent, as long as it lies in the folder of its provider', async () => {
  const { place } = temporary
  const shown: string[] = []
  const page = await openPageClient(await temporary.open(), { revealFile: async (path) => void shown.push(path) })
  const path = `projects/-home-dev-acme/${RUN}/subagents/agent-${child}.jsonl`
  await page.client.call('revealFile', { run: uri, key: AgentKey.parse('toolu_1') })
  expect(shown).toEqual([place.at(path)])
  await expect(page.client.call('revealFile', { run: uri, key: AgentKey.parse('toolu_2') })).rejects.toMatchObject({
    fault: { code: 'no_data' },
  })
  const secret = place.at('../secret')
  writeFileSync(secret, new TranscriptWriter(child).prompt(2, 'Look').text(3, 'Seen').source().bytes)
  rmSync(place.at(path))
  symlinkSync(secret, place.at(path))
  await expect(page.client.call('revealFile', { run: uri, key: AgentKey.parse('toolu_1') })).rejects.toThrow()
  expect(shown).toHaveLength(1)
})

it('changes a link, and every open page sees it move and come back', async () => {
  const host = await temporary.open()
  const [one, two] = [await openPageClient(host), await openPageClient(host)]
  await two.client.call('followRun', { run: uri })
  await two.until(() => two.run(uri).isWhole)
  const key = AgentKey.parse('toolu_1')
  const parentNow = () => [...two.run(uri).agents.values()].find(({ id }) => id === child)?.parent
  expect(await one.client.call('changeLink', { run: uri, key, change: { kind: 'unlink' }, isDryRun: true })).toMatchObject({
    ok: true,
  })
  expect(parentNow()).toBe(RUN)
  expect(await one.client.call('changeLink', { run: uri, key, change: { kind: 'unlink' }, isDryRun: false })).toMatchObject({
    ok: true,
  })
  await two.until(() => parentNow() === null)
  expect(await one.client.call('undoLink', { run: uri })).toMatchObject({ ok: true })
  await two.until(() => parentNow() === RUN)
  expect(await one.client.call('undoLink', { run: uri })).toMatchObject({ ok: false, rule: 'nothing_to_undo' })
  expect((await one.client.call('listLinks', { run: uri, key: null })).length).toBeGreaterThan(0)
  expect(two.run(uri).gaps).toBe(0)
})

it('answers for the problems and the health of what it reads', async () => {
  const { place } = temporary
  place.add(loadRecording('2.1.327/misc'))
  const writer = new TranscriptWriter().prompt(0, 'Go')
  writer.lines.push('{"broken')
  place.write(writer.text(3, 'end').source())
  const host = await temporary.open()
  const page = await openPageClient(host)
  expect(await page.client.call('listProblems', { run: uri })).toMatchObject([{ code: 'bad_json', line: 2 }])
  const report = await page.client.call('doctor', {})
  expect(report.problems.length).toBeGreaterThan(0)
  await page.until(() => page.health?.problems === report.problems.length && page.health.watching.mode === 'events')
  expect(page.health?.providers).toMatchObject([{ id: 'claude', folder: '~/root', state: 'found', reason: null }])
  rmSync(place.root, { recursive: true })
  await page.client.call('lookAgain', {})
  await page.until(() => page.health?.providers[0]?.state === 'missing' && page.health.providers[0].runs === 0)
})
