import { expect, it } from 'vitest'
import type { DriveGround, DriveOwner, DriveTarget, DriveWish } from '../../../core/drive/driver'
import { ProviderId } from '../../../shared/ids'
import { opencodeActs } from './opencodeActs'
import { planSession } from './planSession'

const target: DriveTarget = {
  ...{ run: 'ses_a', agent: null, parent: null, type: null, title: 't', folder: '/work', version: null },
  ...{ model: null, depth: 0, background: false, isWorking: false, file: null, mainFile: null },
  ...{ owner: { kind: 'nobody' }, session: null },
}
const program = { path: '/bin/opencode', version: '1.18.34' }
const act = (owner: DriveOwner, name: string) => opencodeActs({ ...target, owner }, program).find((one) => one.name === name)
const owner = { kind: 'foreign', pid: 7, words: 'process 7', joinable: 'http://127.0.0.1:4096' } as const

it('reasons are sentences, whoever holds it', () => {
  const owners: readonly DriveOwner[] = [
    ...[owner, { ...owner, joinable: null }],
    ...([
      { kind: 'nobody' },
      { kind: 'ours', way: 'headless' },
      { kind: 'ours', way: 'terminal' },
      { kind: 'unknown', words: 'it says nothing' },
    ] as const),
  ]
  for (const agent of [null, 'a'])
    for (const one of owners)
      for (const { reason } of [
        ...opencodeActs({ ...target, agent, owner: one }, program),
        ...opencodeActs({ ...target, agent, owner: one }, null),
      ])
        if (reason !== null) expect(reason).toMatch(/^[A-Z][^.]*\.$/)
  expect(act(owner, 'resume')?.reason).toContain('It is live in process 7')
})

it('a session that can be joined is, by its own command; another is not', async () => {
  expect(act(owner, 'join')).toMatchObject({
    reason: null,
    how: 'join',
    argv: ['opencode', 'attach', 'http://127.0.0.1:4096', '--session', 'ses_a'],
  })
  expect(act({ ...owner, joinable: null }, 'join')).toMatchObject({ reason: expect.stringContaining('process 7'), argv: null })
  const wish: DriveWish = {
    ...{
      provider: ProviderId.parse('opencode'),
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
    value: { shown: { argv: ['opencode', 'attach', 'http://127.0.0.1:4096', '--session', 'ses_a'] } },
  })
})

it('an agent of a run of ours goes on over the server that has it, and from a copy where a terminal has it', () => {
  const agentActs = (way: 'headless' | 'terminal') =>
    opencodeActs({ ...target, agent: 'ses_b', owner: { kind: 'ours', way } }, program).filter(({ name }) => name !== 'join')
  expect(agentActs('headless')).toMatchObject([{ reason: null }, { name: 'continue', reason: null }])
  expect(agentActs('terminal')).toMatchObject([
    { name: 'resume', reason: expect.stringContaining('terminal that was started here') },
    { name: 'continue', reason: null },
  ])
})
