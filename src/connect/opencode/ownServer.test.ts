import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeProcessFolder, fakeProcessFolder } from '../../testing/processFolder'
import { servePassword } from './drive/servePassword'
import { noteOwnServer, ownAuthorization } from './ownServer'
import { basicAuthorization } from './server/nameServers'
import type { FoundServer } from './server/serverFinder'

const url = 'http://127.0.0.1:4111'
let state: string
let processes: FakeProcessFolder

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'understory-own-'))
  processes = fakeProcessFolder()
  processes.program(7, 'opencode')
})

afterEach(() => {
  processes.close()
  rmSync(state, { recursive: true, force: true })
})

const found = (change: Partial<FoundServer> = {}): FoundServer => ({ url, pid: 7, startedAt: null, identity: '1', ...change })
const asked = (server: FoundServer): Promise<string | null> => ownAuthorization(state, server, processes)

it('our own server is given our password', async () => {
  expect(await asked(found())).toBeNull()
  const password = await servePassword(state)
  await noteOwnServer(state, { url, pid: 7 }, processes)
  expect(await asked(found())).toBe(basicAuthorization(undefined, password))
  processes.program(8, 'opencode', { parent: 7 })
  expect(await asked(found({ pid: 8 }))).not.toBeNull()
})

it('whoever has taken its port or its number is not', async () => {
  await servePassword(state)
  await noteOwnServer(state, { url, pid: 7 }, processes)
  expect(await asked(found({ url: 'http://127.0.0.1:4112' }))).toBeNull()
  processes.program(9, 'opencode')
  expect(await asked(found({ pid: 9 }))).toBeNull()
  expect(await asked(found({ pid: null }))).toBeNull()
  processes.end(7)
  expect(await asked(found())).toBeNull()
  processes.program(7, 'opencode', { startTicks: 100_000 })
  expect(await asked(found())).toBeNull()
})
