import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DriveGround, DriveTarget, DriveWish } from '../../../core/drive/driver'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { ProviderId } from '../../../shared/ids'
import { ok } from '../../../shared/result'
import { systemClock } from '../../clock'
import { OpencodeSession } from './OpencodeSession'
import { opencodeDriver } from './opencodeDriver'
import { ServeDoor } from './ServeDoor'

let stateFolder: string
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'understory-opencode-'))
})
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }))

// Nobody listens there: a request would be told apart by its words.
const HERE = 'http://127.0.0.1:9'
const held: Partial<HeldProcess> = {
  ...{ pid: process.pid, isRunning: () => true, onChange: () => () => undefined },
  follow: (onLine) => {
    onLine(new TextEncoder().encode(`opencode server listening on ${HERE}`), true)
    return () => undefined
  },
}
const sessionAt = (url: string) =>
  new OpencodeSession({
    ...{ held: held as HeldProcess, door: new ServeDoor(url, 'secret'), session: 'ses_a', run: 'ses_a', folder: '/work' },
    ...{ agent: null, model: null, clock: systemClock, hub: { hear: () => () => undefined } },
  })
const target: DriveTarget = {
  ...{ run: 'ses_a', agent: 'ses_b', parent: 'ses_a', type: null, title: 't', folder: '/work', version: null },
  ...{ model: null, depth: 1, background: false, isWorking: false, file: null, mainFile: null },
  ...{ owner: { kind: 'ours', way: 'headless' }, session: null },
}

it('a fork that cannot be cut where a person chose is refused, with what to do instead', async () => {
  const at = {
    root: '/data/opencode',
    env: {},
    stateFolder,
    shared: async () => ok(held as HeldProcess),
    remember: () => undefined,
  } as Partial<DriveGround>
  const cut = { item: 3, messageId: 'msg_2', place: 'msg_2' }
  const wish: DriveWish = {
    ...{ provider: ProviderId.parse('opencode'), way: 'headless', folder: '/work', prompt: 'go', model: null, agent: null },
    ...{ mode: null, extra: [], rendered: null, origin: { how: 'fork', at: 3, cut, target } },
  }
  const program = { path: '/bin/opencode', version: '1.18.34' }
  const plan = await opencodeDriver.plan(at as DriveGround, wish, program)
  if (!plan.ok) throw new Error(plan.failure.message)
  expect(await opencodeDriver.start(at as DriveGround, wish, plan.value, program)).toMatchObject({
    failure: { code: 'failed', message: expect.stringMatching(/not copied.* cannot be reached/), advice: expect.any(String) },
  })
})

it('an agent of a run that another server of ours steers is not prompted over this one', async () => {
  const names: string[] = []
  const ground: Partial<DriveGround> = {
    ...{ root: '/data/opencode', env: {}, stateFolder },
    shared: async (name) => {
      names.push(name)
      return ok(held as HeldProcess)
    },
  }
  const program = { path: '/bin/opencode', version: '1.18.34' }
  const startAt = async (url: string, env: DriveGround['env'] = {}) => {
    const wish: DriveWish = {
      ...{ provider: ProviderId.parse('opencode'), way: 'headless', folder: '/work', prompt: 'go', model: null, agent: null },
      ...{ mode: null, extra: [], rendered: null },
      origin: { how: 'resume', at: null, cut: null, target: { ...target, session: sessionAt(url) } },
    }
    const at = { ...ground, env } as DriveGround
    const plan = await opencodeDriver.plan(at, wish, program)
    if (!plan.ok) throw new Error(plan.failure.message)
    return opencodeDriver.start(at, wish, plan.value, program)
  }
  expect(await startAt('http://127.0.0.1:10')).toMatchObject({
    ok: false,
    failure: { code: 'live_elsewhere', offers: ['fork', 'continue'] },
  })
  expect(await startAt(HERE, { OPENCODE_PERMISSION: '{}' })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('cannot be reached') },
  })
  expect(new Set(names).size).toBe(2)
})
