import { expect, it } from 'vitest'
import { fail, ok } from '../../../shared/result'
import { openAtCut } from './openAtCut'
import type { ServeDoor } from './ServeDoor'
import type { SessionMemo } from './sessionMemo'

const memo: SessionMemo = {
  ...{ way: 'headless', folder: '/work', opening: 'fork', session: 'ses_a', run: null, before: 'msg_2' },
  ...{ agent: null, model: null, mode: null, port: null },
}
const said = (...ids: readonly (string | null)[]) => ids.map((id) => ({ info: id === null ? {} : { id } }))

/** Opens on a server that lists `messages`; what was forked, and how. */
async function opened(messages: unknown, change: Partial<SessionMemo> = {}) {
  const forks: unknown[] = []
  const door = {
    get: async (path: string) => {
      if (!path.endsWith('/message')) return ok({ id: 'ses_a' })
      return messages === null ? fail({ status: null, message: 'no answer in time' }) : ok(messages)
    },
    post: async (_: string, __: string, body: unknown) => {
      forks.push(body)
      return ok({ id: 'ses_fork' })
    },
  }
  return { made: await openAtCut(door as unknown as ServeDoor, { ...memo, ...change }), forks }
}

it('a fork holds all up to the message that was chosen', async () => {
  expect(await opened(said('msg_1', 'msg_2', 'msg_3'))).toEqual({ made: ok('ses_fork'), forks: [{ messageID: 'msg_3' }] })
  expect(await opened(said('msg_1', 'msg_2'))).toEqual({ made: ok('ses_fork'), forks: [{}] })
  expect(await opened(null, { before: null })).toEqual({ made: ok('ses_fork'), forks: [{}] })
})

it.each([
  ['is not told', null, null, 'no answer in time', /Try once more/],
  ['is no list', {}, null, 'listed no messages', /Try once more/],
  ['lacks the message', said('msg_1', 'msg_3'), 404, 'not among the messages', /Choose another/],
  ['is empty', [], 404, 'not among the messages', /Choose another/],
  ['does not name the next', said('msg_1', 'msg_2', null, 'msg_4'), null, 'no name', /Choose another/],
])('no other cut is made where the list %s', async (_, messages, status, why, advice) => {
  const { made, forks } = await opened(messages)
  expect(made).toMatchObject({
    failure: { status, message: expect.stringContaining(why), advice: expect.stringMatching(advice) },
  })
  expect(forks).toEqual([])
})
