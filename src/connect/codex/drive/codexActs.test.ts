import { expect, it } from 'vitest'
import type { DriveGround, DriveOwner, DriveTarget, DriveWish } from '../../../core/drive/driver'
import { ProviderId } from '../../../shared/ids'
import { codexActs } from './codexActs'
import { planThread } from './planThread'

const target: DriveTarget = {
  ...{ run: '019a-b', agent: null, parent: null, type: null, title: 't', folder: '/work', version: null },
  ...{ model: null, depth: 0, background: false, isWorking: false, file: null, mainFile: null },
  ...{ owner: { kind: 'nobody' }, session: null },
}
const program = { path: '/bin/codex', version: '0.169.0' }
const act = (owner: DriveOwner, name: string) => codexActs({ ...target, owner }, program).find((one) => one.name === name)
const owner = { kind: 'foreign', pid: 7, words: 'process 7', joinable: 'app.sock' } as const

it('reasons are sentences, whoever holds it', () => {
  const owners: readonly DriveOwner[] = [
    ...[owner, { ...owner, joinable: null }],
    ...([{ kind: 'nobody' }, { kind: 'ours', way: 'headless' }, { kind: 'unknown', words: 'it says nothing' }] as const),
  ]
  for (const agent of [null, 'a'])
    for (const one of owners)
      for (const { reason } of [
        ...codexActs({ ...target, agent, owner: one }, program),
        ...codexActs({ ...target, agent, owner: one }, null),
      ])
        if (reason !== null) expect(reason).toMatch(/^[A-Z][^.]*\.$/)
  expect(act(owner, 'resume')?.reason).toContain('It is live in process 7')
})

it('what nobody can tell to be free is not resumed, and a copy of it is offered', async () => {
  const unknown = { ...target, owner: { kind: 'unknown', words: 'it says nothing' } } as const
  const wish: DriveWish = {
    ...{ provider: ProviderId.parse('codex'), way: 'headless', folder: '/work', prompt: 'go on', model: null, agent: null },
    ...{ mode: null, extra: [], rendered: null, origin: { how: 'resume', at: null, cut: null, target: unknown } },
  }
  expect(await planThread({ root: '/nowhere' } as DriveGround, wish, program)).toMatchObject({
    ok: false,
    failure: { code: 'live_elsewhere', message: expect.stringContaining('it says nothing'), offers: ['fork'] },
  })
})

it('a session that can be joined is, by its own command; another is not', async () => {
  expect(act(owner, 'join')).toMatchObject({ reason: null, how: 'join', argv: ['codex', 'resume', '019a-b'] })
  expect(act({ ...owner, joinable: null }, 'join')).toMatchObject({ reason: expect.stringContaining('process 7'), argv: null })
  const wish: DriveWish = {
    ...{
      provider: ProviderId.parse('codex'),
      way: 'terminal',
      folder: '/work',
      prompt: '',
      model: null,
      agent: null,
      mode: null,
    },
    ...{ extra: [], rendered: null, origin: { how: 'join', at: null, cut: null, target: { ...target, owner } } },
  }
  expect(await planThread({} as DriveGround, wish, program)).toMatchObject({
    ok: true,
    value: { shown: { argv: ['codex', 'resume', '019a-b'] } },
  })
})
