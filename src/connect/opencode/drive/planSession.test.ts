import { expect, it } from 'vitest'
import type { DriveGround, DriveTarget, DriveWish } from '../../../core/drive/driver'
import { ProviderId } from '../../../shared/ids'
import { planSession } from './planSession'

const ground = {} as DriveGround
const wish: DriveWish = {
  ...{ provider: ProviderId.parse('opencode'), way: 'headless', folder: '/work', prompt: '-rf "x"', model: null, agent: null },
  ...{ mode: null, extra: [], origin: null, rendered: null },
}
const target: DriveTarget = {
  ...{ run: 'ses_root', agent: 'ses_child', parent: 'ses_root', type: 'careful', title: 't', folder: '/work', version: null },
  ...{ model: null, depth: 1, background: false, isWorking: false, file: null, mainFile: null },
  ...{ owner: { kind: 'nobody' }, session: null },
}
const plan = (change: Partial<DriveWish>, version = '1.18.34') =>
  planSession(ground, { ...wish, ...change }, { path: '/bin/opencode', version })
const origin = (how: 'resume' | 'fork' | 'continue', change: Partial<DriveTarget> = {}) =>
  ({ how, at: null, cut: null, target: { ...target, ...change } }) as const

it('a prompt is literal, and a terminal listens behind a password', async () => {
  expect(await plan({ way: 'terminal' })).toMatchObject({
    ok: true,
    value: { shown: { argv: ['opencode', '--hostname', '127.0.0.1', '--port', 'PORT', '--prompt=-rf "x"'] } },
  })
})

it('a sub-agent goes on as itself, as part of its run', async () => {
  const memo = { opening: 'resume', session: 'ses_child', run: 'ses_root', agent: 'careful' }
  expect(await plan({ origin: origin('resume') })).toMatchObject({ ok: true, value: { memo } })
  expect(await plan({ origin: origin('continue') })).toMatchObject({ ok: true, value: { memo: { opening: 'fork', run: null } } })
})

it('what is too old is steered in its own terminal alone, and forked nowhere', async () => {
  const old = { ok: false, failure: { code: 'old_program', command: 'npm install -g opencode-ai' } }
  expect(await plan({}, '1.0.185')).toMatchObject(old)
  expect(await plan({ way: 'terminal' }, '1.0.185')).toMatchObject({
    ok: true,
    value: { shown: { argv: ['opencode', '--prompt=-rf "x"'], notes: [] } },
  })
  expect(await plan({ way: 'terminal', origin: origin('fork', { agent: null }) }, '1.0.185')).toMatchObject(old)
})

it('what is live elsewhere is not resumed', async () => {
  const owner = { kind: 'foreign', pid: 7, words: 'process 7', joinable: null } as const
  expect(await plan({ origin: origin('resume', { owner }) })).toMatchObject({
    ok: false,
    failure: { code: 'live_elsewhere', offers: ['fork'], owner: { pid: 7 } },
  })
})

it('a mode that would not hold is refused: in any terminal, and in the middle of a turn', async () => {
  const refused = { ok: false, failure: { code: 'bad_value' } }
  const owner = { kind: 'foreign', pid: 7, words: 'process 7', joinable: 'http://127.0.0.1:1' } as const
  const joined = { how: 'join', at: null, cut: null, target: { ...target, owner } } as const
  const root = { agent: null, type: null } as const
  for (const from of [null, origin('resume', root), origin('fork', root), joined])
    for (const version of ['1.18.34', '1.0.185'])
      expect(await plan({ way: 'terminal', mode: 'read', origin: from }, version)).toMatchObject({
        ...refused,
        failure: { advice: expect.stringContaining('Headless') },
      })
  expect(await plan({ way: 'terminal', mode: 'config' })).toMatchObject({ ok: true })
  const working = origin('resume', { isWorking: true })
  expect(await plan({ mode: 'ask', origin: working })).toMatchObject(refused)
  expect(await plan({ mode: 'ask', origin: origin('resume') })).toMatchObject({ ok: true, value: { memo: { mode: 'ask' } } })
  expect(await plan({ origin: working })).toMatchObject({ ok: true })
})

it('what is open in a terminal of ours gets no second loop, but for a copy', async () => {
  const owned = (way: 'headless' | 'terminal') => ({ owner: { kind: 'ours', way } }) as const
  expect(await plan({ origin: origin('resume', owned('terminal')) })).toMatchObject({
    ok: false,
    failure: { code: 'live_elsewhere', offers: ['fork', 'continue'], message: expect.stringContaining('terminal') },
  })
  expect(await plan({ origin: origin('continue', owned('terminal')) })).toMatchObject({ ok: true })
  expect(await plan({ origin: origin('resume', owned('headless')) })).toMatchObject({ ok: true })
})
