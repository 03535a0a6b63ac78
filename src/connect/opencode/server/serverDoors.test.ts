import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { busy, foundServer, isConnected, serversUnderTest, stateOf, toBe } from '../../../testing/serversUnderTest'
import { FOLDER, frameOf } from '../../../testing/sessionServer'
import { untilChannel } from '../../../testing/untilChannel'
import { basicAuthorization } from './nameServers'

const all = serversUnderTest()
afterEach(() => all.close())

test('an old release is asked for its routes first, and nothing that it does not have', async () => {
  const server = await all.serve({ isNumbered: false })
  server.answers.set('/doc', { paths: { '/session/status': {}, '/global/event': {} } })
  const { channel } = await all.openNamed(server)
  server.say(busy('ses_1'))
  await toBe(channel, 'ses_1', 'busy')
  await server.asked(`GET /session/status?directory=${encodeURIComponent(FOLDER)}`)
  expect(server.requests.filter((request) => /health|permission|question/.test(request))).toEqual([])
  expect(channel.channels()[0]!.version).toBeNull()
})

test('a password: refused without, given only to named servers and programs of the product', async () => {
  const server = await all.serve({ password: 'secret' })
  const authorization = basicAuthorization(undefined, 'secret')
  const without = all.open({ servers: server.url })
  await untilChannel(without.channel, () => stateOf(without.channel) === 'refused')
  expect(without.channel.channels()[0]!.note).toContain('OPENCODE_SERVER_PASSWORD')
  const inUrl = all.open({ servers: server.url.replace('//', '//opencode:secret@') })
  await isConnected(inUrl.channel)
  expect(inUrl.channel.channels()[0]!.name).toBe(server.url)
  const own = all.open({ authorization, find: () => [foundServer(server)] })
  await own.channel.refresh()
  expect(stateOf(own.channel)).toBe('connected')
  const stranger = all.open({ authorization, find: () => [foundServer(server, { pid: null })] })
  await stranger.channel.refresh()
  expect(stranger.channel.channels()).toEqual([])
  const wrong = all.open({ servers: server.url.replace('//', '//opencode:wrong@') })
  await untilChannel(wrong.channel, () => stateOf(wrong.channel) === 'refused')
  expect(wrong.channel.channels()[0]!.note).toBe('it does not accept the password')
})

test('what is no server of the product leaves no trace and is not asked again', async () => {
  const server = await all.serve()
  const other = { ...foundServer(server), pid: null, url: server.url }
  const { channel } = all.open({ find: () => [other] })
  const plain = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('hello'))
  await new Promise<void>((resolve) => void plain.listen(0, '127.0.0.1', resolve))
  all.defer(() => new Promise((resolve) => plain.close(resolve)))
  let count = 0
  plain.on('request', () => {
    count += 1
  })
  const url = `http://127.0.0.1:${(plain.address() as { port: number }).port}`
  const foreign = all.open({ find: () => [{ ...other, url, identity: 'socket-9' }] })
  await foreign.channel.refresh()
  await foreign.channel.refresh()
  expect(foreign.channel.channels()).toEqual([])
  expect(count).toBe(1)
  const named = all.open({ servers: url })
  await untilChannel(named.channel, () => stateOf(named.channel) === 'down')
  expect(named.channel.channels()[0]!.note).toContain('not an OpenCode server')
  await channel.refresh()
  expect(channel.channels()).toMatchObject([{ state: 'connected' }])
})

test('garbage, unknown events, doubled `sync` and half frames change nothing', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  server.write('data: {"directory":\n\n:\n\ndata: []\n\ndata: null\n\ndata: {"payload":{"type":7}}\n\nnonsense\n\n')
  for (const type of [
    'plugin.added',
    'session.status',
    'permission.asked',
    'question.asked',
    'session.deleted',
    'x'.repeat(999),
  ]) {
    server.say({ id: 'e', type, properties: { sessionID: { wrong: 'type' }, status: 'busy', id: 5, questions: 'no' } })
    server.say({ id: 'e', type })
  }
  server.say({ type: 'sync', syncEvent: { type: 'session.status', data: { sessionID: 'ses_x', status: { type: 'busy' } } } })
  const frame = frameOf({ directory: FOLDER, payload: busy('ses_half') })
  server.write(frame.slice(0, 30))
  server.write(frame.slice(30))
  await toBe(channel, 'ses_half', 'busy')
  expect([...channel.threads().keys()]).toEqual(['ses_half'])
  expect(stateOf(channel)).toBe('connected')
})
