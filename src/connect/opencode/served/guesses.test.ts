import { expect, test } from 'vitest'
import { FOLDER } from '../../../testing/sessionServer'
import { openOpencodeStore, servedShelfOf } from '../store/openOpencodeStore'
import { hearConversations } from './hearConversations'

const session = (id: string, created: number, directory = FOLDER) => ({
  type: 'session.created',
  properties: { info: { id, directory, title: id, time: { created, updated: created } } },
})
const message = (id: string, created: number) => ({
  type: 'message.updated',
  properties: { info: { id, sessionID: 'ses_lost', role: 'user', time: { created } } },
})
const part = (messageID: string) => ({
  type: 'message.part.updated',
  properties: { part: { id: `prt_${messageID}`, sessionID: 'ses_lost', messageID, type: 'text', text: 'go' } },
})

/** The run that a session which nobody introduces is thought to belong to; null: it is set aside. */
function guessed(events: readonly object[], atWork: readonly string[]): string | null {
  const store = openOpencodeStore({ root: '/nowhere', variables: {} })
  const shelf = servedShelfOf(store)!
  const line = hearConversations({ name: 'here', shelf, isLocal: () => false, atWork: () => atWork, onChange: () => undefined })
  for (const payload of events) line.hear(JSON.stringify({ directory: FOLDER, payload }))
  line.end()
  const run = store.look('servers/ses_lost')?.spec.run ?? null
  store.close()
  return run
}

const RUN = session('ses_run', 100)

test.each([
  ['its message first', [message('msg_1', 200), part('msg_1'), message('msg_2', 300)]],
  ['a part first', [part('msg_1'), message('msg_1', 200), message('msg_2', 300)]],
  ['all parts first', [part('msg_2'), part('msg_1'), message('msg_2', 300), message('msg_1', 200)]],
])('[S1.3] the guess is the same in any order: %s', (_, events) => {
  expect(guessed([RUN, ...events], ['ses_run'])).toBe('ses_run')
  expect(guessed([session('ses_run', 500), ...events], ['ses_run'])).toBe(null)
})

test('[S1.3] without a time nothing is guessed', () => {
  expect(guessed([RUN, part('msg_1'), part('msg_2')], ['ses_run'])).toBe(null)
})

test('[S1.3] a run at work in another folder is no rival, one in this folder is, and so is one that nobody knows', () => {
  const lost = [message('msg_1', 200), part('msg_1')]
  const others = [session('ses_far', 50, '/elsewhere'), session('ses_near', 50)]
  expect(guessed([RUN, ...others, ...lost], ['ses_run', 'ses_far'])).toBe('ses_run')
  expect(guessed([RUN, ...others, ...lost], ['ses_far'])).toBe(null)
  expect(guessed([RUN, ...others, ...lost], ['ses_run', 'ses_near'])).toBe(null)
  expect(guessed([RUN, ...others, ...lost], ['ses_run', 'ses_unknown'])).toBe(null)
})
