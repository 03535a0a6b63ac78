import { expect, it } from 'vitest'
import { fail, ok } from '../../../shared/result'
import { openSession } from './openSession'
import type { ServeDoor } from './ServeDoor'
import type { SessionMemo } from './sessionMemo'

const rule = (permission: string, action: string) => ({ permission, pattern: '*', action })
const denied = [rule('todowrite', 'deny'), rule('task', 'deny')]
const child = { id: 'ses_child', parentID: 'ses_root', permission: denied }
const memo: SessionMemo = {
  ...{ way: 'headless', folder: '/work', opening: 'resume', session: 'ses_child', run: 'ses_root', before: null },
  ...{ agent: null, model: null, mode: null, port: null },
}

function server(session: object, isPatched = true) {
  const patches: (readonly [string, unknown])[] = []
  const door = {
    get: async () => ok(session),
    post: async () => ok({ id: 'ses_fork' }),
    patch: async (path: string, _: string, { permission }: { permission: unknown }) => {
      patches.push([path, permission])
      return isPatched ? ok({}) : fail({ status: 500, message: 'no' })
    },
  }
  return { door: door as unknown as ServeDoor, patches }
}

it('a mode holds for a session that goes on, and nothing is said where none was chosen', async () => {
  for (const [mode, rules] of [
    ['read', [['/session/ses_child', [rule('edit', 'deny'), rule('bash', 'deny'), ...denied]]]],
    [null, []],
    ['config', []],
  ] as const) {
    const { door, patches } = server(child)
    expect(await openSession(door, { ...memo, mode })).toEqual(ok('ses_child'))
    expect(patches).toEqual(rules)
  }
})

it('a session whose mode was not taken does not go on without it', async () => {
  const { door } = server(child, false)
  expect(await openSession(door, { ...memo, mode: 'read' })).toMatchObject({ ok: false, failure: { message: 'no' } })
})

it('a fork has the rules of what it was forked from, and a mode beside them', async () => {
  const plain = server(child)
  expect(await openSession(plain.door, { ...memo, opening: 'fork' })).toEqual(ok('ses_fork'))
  expect(plain.patches).toEqual([['/session/ses_fork', denied]])
  const { door, patches } = server(child)
  await openSession(door, { ...memo, opening: 'fork', mode: 'allow' })
  expect(patches).toEqual([['/session/ses_fork', [...denied, rule('*', 'allow'), ...denied]]])
})
