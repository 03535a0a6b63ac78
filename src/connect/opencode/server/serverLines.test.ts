import { afterEach, expect, test } from 'vitest'
import {
  asked,
  busy,
  doing,
  foundServer,
  idle,
  isConnected,
  serversUnderTest,
  stateOf,
  toBe,
} from '../../../testing/serversUnderTest'
import { FOLDER, frameOf } from '../../../testing/sessionServer'
import { untilChannel } from '../../../testing/untilChannel'
import type { FoundServer } from './serverFinder'

const all = serversUnderTest()
afterEach(() => all.close())

test('[S1.19] a cut line: held meanwhile, asked anew afterwards, under the same name', async () => {
  const server = await all.serve()
  const { channel, clock } = await all.openNamed(server)
  const query = `?directory=${encodeURIComponent(FOLDER)}`
  server.say(busy('ses_1'))
  server.say(asked('per_1', 'ses_2'))
  server.say(idle('ses_0'))
  await toBe(channel, 'ses_0', 'idle')
  server.cut()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  expect(channel.channels()[0]).toMatchObject({ name: server.url, retryAt: clock.now() + 1000, version: '1.18.34' })
  expect([...channel.threads()].map(([id, { activity }]) => [id, activity])).toEqual([
    ['ses_1', null],
    ['ses_2', null],
  ])
  server.answers.set(`/session/status${query}`, { ses_9: { type: 'busy' } })
  clock.pass(1000)
  await isConnected(channel)
  expect([...channel.threads().keys()]).toEqual(['ses_9'])
})

test('a server that ends is down and holds nothing; retry tries at once; another one under the address is not asked about old folders', async () => {
  const first = await all.serve()
  let current: FoundServer[] = [foundServer(first)]
  const { channel, clock } = all.open({ find: () => current })
  await channel.refresh()
  first.say(busy('ses_1'))
  await toBe(channel, 'ses_1', 'busy')
  await first.close()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  clock.pass(1000)
  await untilChannel(channel, () => stateOf(channel) === 'down')
  expect(channel.threads().size).toBe(0)
  expect(channel.channels()[0]).toMatchObject({ note: 'nobody listens there', retryAt: clock.now() + 2000 })
  const second = await all.serve({ port: first.port, version: '1.19.0' })
  current = [foundServer(second, { identity: 'socket-2', pid: 78 })]
  channel.retry('http://127.0.0.1:1')
  channel.retry(second.url)
  await isConnected(channel)
  expect(channel.channels()).toMatchObject([{ name: first.url, version: '1.19.0' }])
  expect(second.requests.filter((request) => request.includes('directory='))).toEqual([])
  await second.close()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  current = []
  await channel.refresh()
  expect(channel.channels()).toEqual([])
})

test('[S1.21] two servers in one folder never mix', async () => {
  const [one, two] = [await all.serve(), await all.serve()]
  const { channel } = all.open({ servers: `${one.url}, ${two.url}` })
  await untilChannel(channel, () => channel.channels().every(({ state }) => state === 'connected'))
  one.say(busy('ses_one'))
  two.say(asked('per_two', 'ses_two'))
  await toBe(channel, 'ses_one', 'busy')
  await toBe(channel, 'ses_two', 'waiting')
  await two.asked(`GET /session/status?directory=${encodeURIComponent(FOLDER)}`)
  two.say({ id: 'e', type: 'server.instance.disposed', properties: { directory: FOLDER } })
  await toBe(channel, 'ses_two', undefined)
  expect(doing(channel, 'ses_one')).toBe('busy')
  expect(two.requests.filter((request) => request.includes('/session/status'))).toHaveLength(1)
  await one.close()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  expect(channel.channels()[1]!.state).toBe('connected')
})

test('silence of two and a half beats is the end of a connection, as often as this server beats', async () => {
  const beat = { type: 'server.heartbeat', properties: {} }
  for (const [everyMs, lastsMs] of [
    [10_000, 25_000],
    [30_000, 75_000],
  ] as const) {
    const server = await all.serve({ isNumbered: everyMs === 10_000 })
    const { channel, clock } = await all.openNamed(server)
    clock.pass(everyMs)
    server.write(frameOf({ payload: beat }))
    server.say(busy('ses_1'))
    await toBe(channel, 'ses_1', 'busy')
    expect(channel.channels()[0]?.beats).toEqual({ count: 1, last: clock.now() })
    clock.pass(lastsMs - 1)
    server.say(idle('ses_1'))
    await toBe(channel, 'ses_1', 'idle')
    clock.pass(lastsMs - 1)
    expect(stateOf(channel)).toBe('connected')
    clock.pass(1)
    await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
    expect(channel.channels()[0]!.note).toBe('it fell silent')
  }
})

test('before the first beat there is time, without end for releases that may not beat', async () => {
  const server = await all.serve()
  const { channel, clock } = await all.openNamed(server)
  clock.pass(74_999)
  expect(stateOf(channel)).toBe('connected')
  clock.pass(1)
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  const old = await all.serve({ isNumbered: false })
  const late = await all.openNamed(old)
  late.clock.pass(10_000_000)
  old.say(busy('ses_1'))
  await toBe(late.channel, 'ses_1', 'busy')
  expect(stateOf(late.channel)).toBe('connected')
})

test('deleted sessions are gone, and a server that shuts down everything holds nothing', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  server.say(asked('per_1', 'ses_1'))
  server.say(busy('ses_2'))
  await toBe(channel, 'ses_2', 'busy')
  server.say({ id: 'e', type: 'session.deleted', properties: { info: { id: 'ses_1' } } })
  await toBe(channel, 'ses_1', undefined)
  server.say({ id: 'e', type: 'global.disposed', properties: {} }, 'global')
  await toBe(channel, 'ses_2', undefined)
})

test('closed, it stays silent and keeps no line open', async () => {
  const server = await all.serve()
  const { channel, clock } = await all.openNamed(server)
  let changes = 0
  channel.onChange(() => {
    changes += 1
  })
  channel.close()
  channel.close()
  server.say(busy('ses_1'))
  channel.retry(null)
  clock.pass(100_000)
  expect(channel.threads().size).toBe(0)
  expect(channel.channels()).toEqual([])
  expect(changes).toBe(0)
})

test('a folder that the server has given up is not asked about again', async () => {
  const server = await all.serve()
  const { channel, clock } = await all.openNamed(server)
  server.say(busy('ses_1'))
  server.say(busy('ses_2'), '/work/shop')
  await server.asked(`GET /session/status?directory=${encodeURIComponent('/work/shop')}`)
  server.say({ id: 'e', type: 'server.instance.disposed', properties: { directory: '/work/shop' } }, '/work/shop')
  await toBe(channel, 'ses_2', undefined)
  const before = server.requests.length
  server.cut()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  clock.pass(1000)
  await isConnected(channel)
  const again = server.requests.slice(before).filter((request) => request.includes('/session/status'))
  expect(again).toEqual([`GET /session/status?directory=${encodeURIComponent(FOLDER)}`])
})
