import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  asked,
  busy,
  doing,
  foundServer,
  idle,
  isConnected,
  permission,
  serversUnderTest,
  toBe,
} from '../../../testing/serversUnderTest'
import { FOLDER, type SessionServer } from '../../../testing/sessionServer'
import { untilChannel } from '../../../testing/untilChannel'

const all = serversUnderTest()
afterEach(() => all.close())

interface RecordedEvent {
  readonly type: string
  readonly properties: { readonly sessionID?: string; readonly info?: { readonly parentID?: string; readonly id: string } }
}

function recorded(scenario: string): RecordedEvent[] {
  const path = join(import.meta.dirname, '../../../../fixtures/opencode', scenario, 'events.ndjson')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => (JSON.parse(line) as { data: RecordedEvent }).data).filter(({ type }) => type !== 'server.connected')
}

/** Says everything up to and including the first event of this type from `from` on; gives the place after it. */
function sayUntil(server: SessionServer, events: readonly RecordedEvent[], type: string, from = 0): number {
  const end = events.findIndex((event, at) => at >= from && event.type === type) + 1
  for (const event of events.slice(from, end === 0 ? events.length : end)) server.say(event)
  return end === 0 ? events.length : end
}

function familyOf(events: readonly RecordedEvent[]): { readonly root: string; readonly child: string } {
  const created = events.filter(({ type }) => type === 'session.created').map(({ properties }) => properties.info!)
  return { root: created.find(({ parentID }) => !parentID)!.id, child: created.find(({ parentID }) => parentID)?.id ?? '' }
}

test('[S1.8] a recorded child that asks waits itself, until the answer; its parent goes on being busy', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  const events = recorded('1.18.34/permission')
  const { root, child } = familyOf(events)
  let at = sayUntil(server, events, 'permission.asked')
  await toBe(channel, child, 'waiting')
  const waiting = { activity: 'waiting', waitingFor: 'permission', retryAt: null, pid: null }
  expect(channel.threads().get(child)).toEqual({ ...waiting, message: 'bash: echo hello' })
  expect(doing(channel, root)).toBe('busy')
  at = sayUntil(server, events, 'permission.replied', at)
  await toBe(channel, child, 'busy')
  at = sayUntil(server, events, 'permission.asked', at)
  await toBe(channel, child, 'waiting')
  expect(channel.threads().get(child)).toEqual({ ...waiting, message: 'edit: src/cart.ts' })
  sayUntil(server, events, 'the end', at)
  await toBe(channel, root, 'idle')
  expect(doing(channel, child)).toBe('idle')
})

test('recorded questions and retries', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  const question = recorded('1.18.34/question')
  sayUntil(server, question, 'question.asked')
  const { root } = familyOf(question)
  await toBe(channel, root, 'waiting')
  expect(channel.threads().get(root)).toMatchObject({ waitingFor: 'question', message: 'Which colour?' })
  const retry = recorded('1.18.34/retry')
  const { child } = familyOf(retry)
  const at = retry.findIndex(({ properties }) => JSON.stringify(properties).includes('"retry"'))
  for (const event of retry.slice(0, at + 1)) server.say(event)
  await toBe(channel, child, 'retry')
  expect(channel.threads().get(child)).toMatchObject({ message: 'mock: overloaded', retryAt: 1795002096763, waitingFor: null })
})

test.each(['1.0.185/single', '1.1.65/single', '1.2.27/single', '1.17.0/single'])(
  'the events of %s end idle',
  async (scenario) => {
    const server = await all.serve({ isNumbered: scenario.startsWith('1.17') })
    const { channel } = await all.openNamed(server)
    const events = recorded(scenario)
    const { root, child } = familyOf(events)
    sayUntil(server, events, 'session.status')
    await toBe(channel, root, 'busy')
    sayUntil(server, events, 'the end', events.findIndex(({ type }) => type === 'session.status') + 1)
    await toBe(channel, root, 'idle')
    expect(doing(channel, child)).toBe('idle')
  },
)

test('a reader that comes late is told what waits, and asks about folders the server works in, by GET, and no others', async () => {
  const server = await all.serve()
  const query = `?directory=${encodeURIComponent('/work/shop')}`
  server.answers.set(`/session/status${query}`, {
    ses_1: { type: 'busy' },
    ses_2: { type: 'busy' },
    ses_3: { type: 'new state' },
  })
  server.answers.set(`/permission${query}`, [permission('per_1', 'ses_2'), { id: 'broken' }])
  const about: unknown[] = []
  const { channel } = all.open({
    find: () => [foundServer(server)],
    atWork: (one) => {
      about.push(one?.pid)
      return ['/work/shop']
    },
  })
  await channel.refresh()
  expect(channel.channels()).toMatchObject([
    { name: server.url, state: 'connected', version: '1.18.34', retryAt: null, note: null },
  ])
  expect(channel.threads().get('ses_1')).toMatchObject({ activity: 'busy', pid: 77 })
  expect(channel.threads().get('ses_2')).toMatchObject({ activity: 'waiting', message: 'bash: ls', pid: 77 })
  expect(channel.threads().size).toBe(2)
  expect(about).toEqual([77])
  expect(server.requests.every((request) => request.startsWith('GET '))).toBe(true)
  const folders = server.requests.filter((request) => request.includes('directory='))
  expect(folders.every((request) => request.includes(query))).toBe(true)
})

test('a folder is asked about when the server speaks of it, once', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  const query = `?directory=${encodeURIComponent(FOLDER)}`
  server.answers.set(`/session/status${query}`, { ses_quiet: { type: 'busy' } })
  server.answers.set(`/question${query}`, [
    { id: 'que_1', sessionID: 'ses_quiet', questions: [{ question: 'A?' }, { question: 'B?' }] },
  ])
  server.say({ id: 'e', type: 'message.part.delta', properties: { sessionID: 'ses_quiet' } })
  server.say({ id: 'e', type: 'message.part.delta', properties: { sessionID: 'ses_quiet' } })
  await toBe(channel, 'ses_quiet', 'waiting')
  expect(channel.threads().get('ses_quiet')?.message).toBe('A? (and 1 more)')
  server.say({ id: 'e', type: 'question.rejected', properties: { sessionID: 'ses_quiet', requestID: 'que_1' } })
  await toBe(channel, 'ses_quiet', 'busy')
  expect(server.requests.filter((request) => request.includes('/session/status'))).toHaveLength(1)
})

test('what is heard while an answer is on its way counts more than the answer', async () => {
  const server = await all.serve()
  const { channel } = await all.openNamed(server)
  const query = `?directory=${encodeURIComponent(FOLDER)}`
  server.answers.set(`/session/status${query}`, { ses_1: { type: 'busy' }, ses_2: { type: 'busy' } })
  server.answers.set(`/permission${query}`, [permission('per_1', 'ses_2')])
  const go = [server.delay('/session/status'), server.delay('/permission')]
  server.say({ id: 'e', type: 'message.updated', properties: {} })
  await server.asked(`GET /permission${query}`)
  server.say(idle('ses_1'))
  server.say({ id: 'e', type: 'permission.replied', properties: { sessionID: 'ses_2', requestID: 'per_1' } })
  server.say(asked('per_2', 'ses_3'))
  server.say(busy('ses_4'))
  await toBe(channel, 'ses_3', 'waiting')
  for (const one of go) one()
  await toBe(channel, 'ses_2', 'busy')
  expect(doing(channel, 'ses_1')).toBe('idle')
  expect(doing(channel, 'ses_3')).toBe('waiting')
  expect(doing(channel, 'ses_4')).toBe('busy')
})

test('servers of other conversations are left out unless the user names them; wrong names are told', async () => {
  const [one, two] = [await all.serve(), await all.serve()]
  const find = () => [foundServer(one), foundServer(two, { identity: 'socket-2' })]
  const { channel } = all.open({ find, isOurs: () => false, servers: one.url, wrong: [2] })
  await channel.refresh()
  expect(channel.channels()).toMatchObject([
    { name: one.url, state: 'connected' },
    { name: 'UNDERSTORY_OPENCODE_SERVERS, entry 2', state: 'down', note: expect.stringContaining('no URL') },
  ])
  expect(two.requests).toEqual([])
})

test('nothing is opened any more when it is closed', async () => {
  const server = await all.serve()
  const { channel } = all.open({ find: () => [foundServer(server)] })
  channel.close()
  await channel.refresh()
  expect(channel.channels()).toEqual([])
  expect(server.requests).toEqual([])
})

test('[S1.6] a server that has only just begun and does not answer its first question is asked once more, soon', async () => {
  const server = await all.serve()
  const release = server.delay('/global/event')
  const found = [foundServer(server, { startedAt: 999_000 })]
  const { channel, clock } = all.open({ find: () => found })
  void channel.refresh()
  await server.asked('GET /global/event')
  clock.pass(2000)
  await untilChannel(channel, () => channel.channels()[0]?.note === 'it fell silent')
  release()
  clock.pass(1000)
  await isConnected(channel)
})
