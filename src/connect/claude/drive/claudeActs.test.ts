import { expect, it } from 'vitest'
import type { DriveGround, DrivenSession, DriveOwner, DriveTarget, DriveWish } from '../../../core/drive/driver'
import { ProviderId } from '../../../shared/ids'
import { claudeActs } from './claudeActs'
import { planSession } from './planSession'

const target: DriveTarget = {
  ...{ run: '0ffe82a8-8935', agent: null, parent: null, type: null, title: 't', folder: '/work', version: null },
  ...{ model: null, depth: 0, background: false, isWorking: false, file: null, mainFile: null },
  ...{ owner: { kind: 'nobody' }, session: null },
}
const program = { path: '/bin/claude', version: '2.1.327' }
const act = (owner: DriveOwner, name: string) => claudeActs({ ...target, owner }, program).find((one) => one.name === name)
const owner = { kind: 'foreign', pid: 7, words: 'process 7', joinable: '0ffe82a8' } as const

it('reasons are sentences, whoever holds it', () => {
  const owners: readonly DriveOwner[] = [
    ...[owner, { ...owner, joinable: null }],
    ...([{ kind: 'nobody' }, { kind: 'ours', way: 'headless' }, { kind: 'unknown', words: 'it says nothing' }] as const),
  ]
  for (const agent of [null, 'a'])
    for (const one of owners)
      for (const { reason } of [
        ...claudeActs({ ...target, agent, owner: one }, program),
        ...claudeActs({ ...target, agent, owner: one }, null),
      ])
        if (reason !== null) expect(reason).toMatch(/^[A-Z][^.]*\.$/)
  expect(act(owner, 'resume')?.reason).toContain('It is live in process 7')
})

it.each([
  ['2.1.327', 1, null, null],
  ['2.1.327', 2, null, 'parent is an agent too'],
  ['2.1.147', 1, null, 'no tool'],
  ['2.0.76', 1, null, 'no tool'],
  ['2.1.327', 1, 'it ends when its work is done', 'not steered from here'],
])('a parent is asked only where it can go on with its agent: %s, depth %d', (version, depth, hindrance, reason) => {
  const session = { hindrance: () => hindrance } as unknown as DrivenSession
  const asked = claudeActs({ ...target, agent: 'a', version, depth, session }, program).find(({ name }) => name === 'ask_parent')
  if (reason === null) expect(asked?.reason).toBeNull()
  else expect(asked?.reason).toContain(reason)
})

it('a session that can be joined is, by its own command; another is not', async () => {
  expect(act(owner, 'join')).toMatchObject({ reason: null, how: 'join', argv: ['claude', 'attach', '0ffe82a8'] })
  expect(act({ ...owner, joinable: null }, 'join')).toMatchObject({ reason: expect.stringContaining('process 7'), argv: null })
  const wish: DriveWish = {
    ...{
      provider: ProviderId.parse('claude'),
      way: 'terminal',
      folder: '/work',
      prompt: '',
      model: null,
      agent: null,
      mode: null,
    },
    ...{ extra: [], rendered: null, origin: { how: 'join', at: null, cut: null, target: { ...target, owner } } },
  }
  expect(await planSession({} as DriveGround, wish, program)).toMatchObject({
    ok: true,
    value: { shown: { argv: ['claude', 'attach', '0ffe82a8'] } },
  })
})

it('a fork cannot be cut, which leaves the text', async () => {
  const wish: DriveWish = {
    ...{
      provider: ProviderId.parse('claude'),
      way: 'headless',
      folder: '/work',
      prompt: '',
      model: null,
      agent: null,
      mode: null,
    },
    ...{ extra: [], rendered: null, origin: { how: 'fork', at: 3, cut: null, target } },
  }
  expect(await planSession({} as DriveGround, wish, program)).toMatchObject({ ok: false, failure: { offers: ['render'] } })
})

it('a plan keeps the id that an earlier one has shown', async () => {
  const session = '5b1e0000-0000-4000-8000-00000000d02a'
  const wish: DriveWish = {
    ...{
      provider: ProviderId.parse('claude'),
      way: 'headless',
      folder: '/work',
      prompt: 'go',
      model: null,
      agent: null,
      mode: null,
    },
    ...{ extra: [], rendered: null, origin: null },
  }
  const ground = { newId: () => 'fresh' } as unknown as DriveGround
  const first = await planSession(ground, wish, program)
  expect(first).toMatchObject({ ok: true, value: { shown: { session: 'fresh' }, memo: { run: 'fresh' } } })
  const again = await planSession(ground, { ...wish, session }, program)
  expect(again).toMatchObject({
    ok: true,
    value: { shown: { session, argv: expect.arrayContaining([session]) }, memo: { run: session } },
  })
  const forked: DriveWish = { ...wish, session, origin: { how: 'fork', at: null, cut: null, target } }
  expect(await planSession(ground, forked, program)).toMatchObject({
    value: { shown: { session, argv: expect.arrayContaining([session]) } },
  })
})
