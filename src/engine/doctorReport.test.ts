import { cpSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAppServer } from '../testing/appServer'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'

const FIXTURES = join(import.meta.dirname, '../../fixtures')

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

/** A folder in which a test may write, as a recording left it. */
function copied(recording: string, name: string): string {
  const root = join(place.state, '..', name)
  cpSync(join(FIXTURES, recording), root, { recursive: true })
  return root
}

it('names databases with what lies in them, and counts no conversation as a file', async () => {
  const root = copied('opencode/1.18.34/nested/data/opencode', 'opencode')
  const engine = await place.open({ roots: { opencode: root } })
  const report = await engine.doctor()
  expect(report.roots).toMatchObject([{ provider: 'opencode', state: 'found', runs: 1, files: 0, bytes: 0 }])
  expect(report.stores).toMatchObject([{ provider: 'opencode', path: 'opencode.db', conversations: 3, note: null }])
  expect(report.stores[0]?.bytes).toBeGreaterThan(1000)
})

it('says what a product keeps to itself, until a channel of it tells', async () => {
  const root = copied('codex/0.169.0/v1-one/codex-home', 'codex')
  const engine = await place.open({ roots: { codex: root } })
  const waits = { provider: 'codex', text: expect.stringContaining('waits for an approval') }
  const quiet = await engine.doctor()
  expect(quiet.channels).toEqual([])
  expect(quiet.limits).toContainEqual(waits)
  const server = await startAppServer(join(root, 'app-server-control/app-server-control.sock'))
  try {
    const heard = await engine.doctor()
    expect(heard.channels).toMatchObject([
      { provider: 'codex', name: 'app-server-control/app-server-control.sock', state: 'connected', retryAt: null },
    ])
    expect(heard.channels[0]?.since).toMatch(/Z$/)
    expect(heard.limits).not.toContainEqual(waits)
  } finally {
    await server.close()
  }
})

it('says at once why a database cannot be read, and where one outside lies', async () => {
  const root = copied('opencode/1.18.34/nested/data/opencode', 'opencode')
  const outside = join(place.state, '..', 'elsewhere.db')
  renameSync(join(root, 'opencode.db'), outside)
  writeFileSync(join(root, 'opencode-beta.db'), 'no database at all'.repeat(1000))
  const engine = await place.open({
    roots: { opencode: root },
    variables: { OPENCODE_DB: outside, UNDERSTORY_OPENCODE_SERVERS: 'only' },
  })
  const { roots, stores, problems } = await engine.doctor()
  expect(roots).toMatchObject([{ provider: 'opencode', state: 'found', runs: 1 }])
  expect(stores).toMatchObject([
    { path: 'opencode-beta.db', conversations: 0, note: 'is not a database' },
    { path: outside, conversations: 3, note: null },
  ])
  expect(stores[1]?.bytes).toBeGreaterThan(1000)
  expect(problems).toMatchObject([{ source: 'opencode-beta.db', message: 'cannot be read: is not a database' }])
})
