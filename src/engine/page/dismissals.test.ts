import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WatchFrame } from '../../shared/views'
import { fakeEngine, rowOf } from '../../testing/fakeEngine'
import { openPageClient } from '../../testing/pageClient'
import { sketchTree } from '../../testing/sampleTree'
import { makeTemporaryHost, type TemporaryHost } from '../../testing/temporaryHost'
import { openDismissals } from './dismissals'

let temporary: TemporaryHost
let file: string
beforeEach(() => {
  temporary = makeTemporaryHost()
  file = join(temporary.place.state, 'attention.json')
})
afterEach(() => temporary.close())

const updated = new Date().toISOString()
const failedAt = new Date(Date.now() - 60_000).toISOString()
const tree = sketchTree({
  phase: 'running',
  updated,
  children: [
    { phase: 'failed', ended: failedAt },
    { phase: 'failed', ended: failedAt },
  ],
})

async function openPage() {
  const row = { ...rowOf(tree), live: true }
  const agents = tree.agents.map((agent) => ({ ...agent, run: tree.uri }))
  const frame: WatchFrame = { kind: 'snapshot', seq: 0, runs: [row], agents }
  const host = await temporary.open({
    openEngine: () => Promise.resolve(fakeEngine({ trees: [tree], rows: [row], frames: [frame] })),
  })
  const page = await openPageClient(host)
  return { host, page, keys: () => page.attentions.at(-1)?.items.map(({ key }) => key) ?? [] }
}

it('what was dismissed stays away after a restart, and nothing else', async () => {
  const first = await openPage()
  await first.page.until(() => first.keys().length === 2)
  const [gone] = first.page.attentions.at(-1)?.items ?? []
  await first.page.client.call('dismissAttention', { ids: [gone?.id ?? ''] })
  await first.page.until(() => first.keys().length === 1)
  await first.host.close()
  const second = await openPage()
  await second.page.until(() => second.keys().length > 0)
  expect(second.keys()).toEqual(first.keys())
})

it('keeps what another program has kept, and starts over where the file is no use', () => {
  const [one, two] = [openDismissals(temporary.place.state), openDismissals(temporary.place.state)]
  expect([one.add(['a']), two.add(['b']), one.add(['a'])]).toEqual([null, null, null])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ dismissed: ['a', 'b'] })
  writeFileSync(file, '{"dismissed": [1, "c"')
  expect(openDismissals(temporary.place.state).ids).toEqual([])
  writeFileSync(file, '{"dismissed": [1, "c"]}')
  expect(openDismissals(temporary.place.state).ids).toEqual(['c'])
  rmSync(file)
  mkdirSync(file)
  expect(openDismissals(temporary.place.state).add(['d'])).toMatch(/EISDIR|ENOTEMPTY|EPERM|directory/)
})
