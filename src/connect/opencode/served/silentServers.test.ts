import { afterEach, expect, test } from 'vitest'
import type { LiveChannel } from '../../../core/liveChannel'
import type { SourceStore } from '../../../core/sourceStore'
import type { handTimers } from '../../../testing/handTimers'
import { isConnected, serversUnderTest } from '../../../testing/serversUnderTest'
import { FOLDER, type SessionServer } from '../../../testing/sessionServer'
import { untilChannel } from '../../../testing/untilChannel'
import { openOpencodeStore, servedShelfOf } from '../store/openOpencodeStore'
import { servedTalks } from './servedTalks'

const all = serversUnderTest()
afterEach(() => all.close())

interface Reader {
  readonly store: SourceStore
  readonly channel: LiveChannel
  readonly clock: ReturnType<typeof handTimers>
}

function reader(server: SessionServer): Reader {
  const store = openOpencodeStore({ root: '/nowhere', variables: {} })
  all.defer(() => store.close())
  const served = servedTalks(servedShelfOf(store)!, () => 'others')
  const { channel, clock } = all.open({ servers: server.url, served })
  return { store, channel, clock }
}

async function serve(id: string): Promise<SessionServer> {
  const server = await all.serve()
  server.answers.set('/session', [{ id, directory: FOLDER, title: id, time: { created: 1, updated: 1 } }])
  return server
}

test('a server that has not said a word is named and waited for no longer; what it says later is heard', async () => {
  const server = await serve('ses_late')
  server.answers.set('/session/ses_late/message', [])
  const speak = server.delay('/global/event')
  const { store, channel, clock } = reader(server)
  const looked = channel.refresh()
  await server.asked('GET /global/event')
  expect(channel.silent?.()).toEqual([])
  clock.pass(600)
  await looked
  await store.heard?.()
  expect(channel.silent?.()).toEqual([server.url])
  const heard = new Promise<void>((resolve) => {
    const watch = store.watch(() => resolve())
    all.defer(() => watch.close())
  })
  speak()
  await heard
  expect(store.look('servers/ses_late')).not.toBe(null)
  expect(channel.silent?.()).toEqual([])
})

test('an id from a server stays one word of the addresses that it is asked by', async () => {
  const server = await serve('ses_../x?y')
  const { store, channel } = reader(server)
  await isConnected(channel)
  await store.heard?.()
  const asked = server.requests.filter((request) => request.includes('ses_')).map((request) => request.split('?')[0])
  expect(asked.sort()).toEqual(['GET /session/ses_..%2Fx%3Fy/children', 'GET /session/ses_..%2Fx%3Fy/message'])
})

test('a conversation that was not answered for is asked for again, each time later, and said so meanwhile', async () => {
  const server = await serve('ses_a')
  const { store, channel, clock } = reader(server)
  await isConnected(channel)
  await store.heard?.()
  const asked = (): number => server.requests.filter((request) => request.includes('/ses_a/message')).length
  const note = (): string | null | undefined => channel.channels()[0]?.note
  expect([asked(), note()]).toEqual([1, '1 conversation not answered for, asked for again'])
  for (const [at, delayMs] of [1000, 2000, 4000].entries()) {
    clock.pass(delayMs - 1)
    expect(asked()).toBe(at + 1)
    const told = untilChannel(channel, () => asked() === at + 2)
    clock.pass(1)
    await told
  }
  server.answers.set('/session/ses_a/message', [])
  clock.pass(8000)
  await untilChannel(channel, () => note() === null)
  expect(store.look('servers/ses_a')).not.toBe(null)
  clock.pass(600_000)
  expect(asked()).toBe(5)
})

test('once the connection has ended nothing is asked for again', async () => {
  const server = await serve('ses_a')
  const { store, channel, clock } = reader(server)
  await isConnected(channel)
  await store.heard?.()
  channel.close()
  const { length } = server.requests
  clock.pass(600_000)
  expect(server.requests).toHaveLength(length)
})

/** The last state of the session's messages that the store has, by their ids. */
function messagesOf(store: SourceStore, session: string): string[] {
  const records: string[] = []
  store.read(`servers/${session}`, null, { onReplaced: () => undefined, onRecord: (id) => records.push(id) })
  return records.filter((id) => id.startsWith('message:'))
}

function prompted(id: string): object {
  return { id, sessionID: 'ses_a', role: 'user', time: { created: 1 } }
}

/** A watcher that has the whole of `ses_a` with one message, and has lost its line since. */
async function cutOff(): Promise<Reader & { readonly server: SessionServer }> {
  const server = await serve('ses_a')
  server.answers.set('/session/ses_a/message', [{ info: prompted('msg_1'), parts: [] }])
  const watcher = reader(server)
  await isConnected(watcher.channel)
  await watcher.store.heard?.()
  expect(messagesOf(watcher.store, 'ses_a')).toHaveLength(1)
  server.cut()
  await untilChannel(watcher.channel, () => watcher.channel.channels()[0]?.state === 'reconnecting')
  return { ...watcher, server }
}

test('[S1.6] after a cut what is not answered at first is asked for again, also of a conversation that was whole before', async () => {
  const { server, store, channel, clock } = await cutOff()
  server.answers.delete('/session/ses_a/message')
  clock.pass(1000)
  await isConnected(channel)
  await store.heard?.()
  expect(messagesOf(store, 'ses_a')).toHaveLength(1)
  server.answers.set(
    '/session/ses_a/message',
    [1, 2].map((at) => ({ info: prompted(`msg_${at}`), parts: [] })),
  )
  clock.pass(1000)
  await untilChannel(channel, () => messagesOf(store, 'ses_a').length === 2)
})

test('[S1.6] after a cut a list that is not answered is asked for again', async () => {
  const { server, store, channel, clock } = await cutOff()
  const { answers } = server
  const list = answers.get('/session')
  answers.delete('/session')
  answers.set(
    '/session/ses_a/message',
    [1, 2].map((at) => ({ info: prompted(`msg_${at}`), parts: [] })),
  )
  clock.pass(1000)
  await isConnected(channel)
  await store.heard?.()
  expect(messagesOf(store, 'ses_a')).toHaveLength(1)
  answers.set('/session', list)
  clock.pass(1000)
  await untilChannel(channel, () => messagesOf(store, 'ses_a').length === 2)
})

test('[S1.6] after a cut a conversation that is heard of is asked about, whatever the lists say', async () => {
  const { server, store, channel, clock } = await cutOff()
  const { answers } = server
  answers.delete('/session')
  answers.set(
    '/session/ses_a/message',
    [1, 2, 3].map((at) => ({ info: prompted(`msg_${at}`), parts: [] })),
  )
  clock.pass(1000)
  await isConnected(channel)
  await store.heard?.()
  const info = prompted('msg_3')
  server.say({ id: 'e', type: 'message.updated', properties: { sessionID: 'ses_a', info } })
  await untilChannel(channel, () => messagesOf(store, 'ses_a').length === 3)
})
