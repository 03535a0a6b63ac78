import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { LiveChannel } from '../../core/liveChannel'
import { type FakeAppServer, recordedMessages, startAppServer } from '../../testing/appServer'
import { handTimers } from '../../testing/handTimers'
import { fakeProcessFolder } from '../../testing/processFolder'
import { untilChannel } from '../../testing/untilChannel'
import { openCodexChannel } from './openCodexChannel'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function home() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'understory-cx-')))
  const processes = fakeProcessFolder()
  processes.write('locks', '')
  closing.push(() => rmSync(root, { recursive: true, force: true }), processes.close)
  const clock = handTimers(1_000_000)
  const open = (): LiveChannel => {
    const channel = openCodexChannel({ root, clock, processes })
    closing.push(() => channel.close())
    return channel
  }
  const socketPath = join(root, 'app-server-control', 'app-server-control.sock')
  const serve = async (status?: number): Promise<FakeAppServer> => {
    const server = await startAppServer(socketPath, status)
    closing.push(() => server.close())
    return server
  }
  const lock = (thread: string, pid: number): void => {
    mkdirSync(join(root, 'thread-writer-locks'), { recursive: true })
    const path = join(root, 'thread-writer-locks', `${thread}.lock`)
    writeFileSync(path, '')
    const { ino, dev } = statSync(path)
    const device = [dev >> 8, dev & 0xff].map((part) => part.toString(16).padStart(2, '0')).join(':')
    processes.write('locks', `1: FLOCK  ADVISORY  WRITE ${pid} ${device}:${ino} 0 EOF\n`)
  }
  return { root, clock, processes, open, serve, lock, socketPath }
}

const stateOf = (channel: LiveChannel): string | undefined => channel.channels()[0]?.state
const toBe = (channel: LiveChannel, thread: string, activity: string | null | undefined): Promise<void> =>
  untilChannel(channel, () => channel.threads().get(thread)?.activity === activity)
const status = (threadId: string, type: string, activeFlags: readonly string[] = []) => ({
  method: 'thread/status/changed',
  params: { threadId, status: { type, activeFlags } },
})
const methods = (server: FakeAppServer): string[] => server.heard.map(({ method }) => method ?? 'an answer')

/** What the recorded server answered to reading a thread. */
function answerReads(server: FakeAppServer, messages: ReturnType<typeof recordedMessages>): void {
  for (const { dir, m } of messages) {
    if (dir !== '>' || m.method !== 'thread/read') continue
    const answer = messages.find((other) => other.dir === '<' && other.m.id === m.id && other.m.result !== undefined)
    server.answers.set(`thread/read ${m.params?.threadId}`, answer?.m.result)
  }
}

test('a recorded approval: the child waits until somebody else answers, and we answer nothing', async () => {
  const { open, serve, lock } = home()
  const server = await serve()
  const messages = recordedMessages('v1-approval.watcher')
  const said = messages.filter(({ dir, m }) => dir === '<' && m.method !== undefined).map(({ m }) => m)
  const root = '01a1ee8a-7687-71a1-b899-c26c9da07c2f'
  const child = '01a1ee8a-76ef-7c21-81d6-61c112a933cc'
  lock(child, 4711)
  const channel = open()
  await channel.refresh()
  expect(channel.channels()).toMatchObject([
    { name: 'app-server-control/app-server-control.sock', state: 'connected', version: '0.169.0' },
  ])
  const asked = said.findIndex(({ method }) => method === 'item/commandExecution/requestApproval')
  for (const message of said.slice(0, asked + 1)) server.say(message)
  await untilChannel(channel, () => channel.threads().get(child)?.message !== null)
  expect(channel.threads().get(child)).toEqual({
    activity: 'waiting',
    waitingFor: 'permission',
    message: "/bin/bash -lc 'touch deployed.txt': Writes outside the sandbox.",
    retryAt: null,
    pid: 4711,
  })
  expect(channel.threads().get(root)).toMatchObject({ activity: 'busy', pid: null, message: null })
  const resolved = said.findIndex(({ method }) => method === 'serverRequest/resolved')
  for (const message of said.slice(asked + 1, resolved + 2)) server.say(message)
  await toBe(channel, child, 'busy')
  for (const message of said.slice(resolved + 2)) server.say(message)
  await toBe(channel, root, 'idle')
  expect(channel.threads().get(child)?.activity).toBe('idle')
  expect(methods(server)).toEqual(['initialize', 'initialized', 'thread/loaded/list'])
  expect(server.heard[0]!.params).toMatchObject({ clientInfo: { name: 'codex_app_server_daemon', title: 'Understory' } })
  expect(server.heard[0]!.params!['capabilities']).toMatchObject({ experimentalApi: false })
})

test.each(['v1-nested.watcher-passive', 'v2-tree.watcher-passive'])(
  'the recording %s ends with every loaded thread idle',
  async (name) => {
    const { open, serve } = home()
    const server = await serve()
    const channel = open()
    await channel.refresh()
    const messages = recordedMessages(name)
    const said = messages.filter(({ dir, m }) => dir === '<' && m.method !== undefined).map(({ m }) => m)
    for (const message of said) server.say(message)
    server.say(status('last', 'active'))
    await toBe(channel, 'last', 'busy')
    const states = [...channel.threads()].filter(([thread]) => thread !== 'last')
    expect(states.length).toBeGreaterThanOrEqual(4)
    expect(states.every(([, { activity }]) => activity === 'idle')).toBe(true)
  },
)

test('a reader that comes late to a recorded daemon reads what is loaded, page by page, and sees it unload', async () => {
  const { open, serve } = home()
  const server = await serve()
  const messages = recordedMessages('tui-daemon.passive')
  answerReads(server, messages)
  const list = messages.find(({ m }) => m.id === 2 && m.result !== undefined)!.m.result as { data: string[] }
  server.answers.set('thread/loaded/list', { data: list.data.slice(0, 5), nextCursor: 'more' })
  server.answers.set('thread/loaded/list more', { data: [...list.data.slice(5), 7, 'unreadable'], nextCursor: null })
  const channel = open()
  await channel.refresh()
  expect([...channel.threads().keys()]).toEqual([...list.data, 'unreadable'])
  expect(channel.threads().get('unreadable')?.activity).toBeNull()
  expect([...channel.threads().values()].filter(({ activity }) => activity === 'busy').length).toBeGreaterThan(0)
  for (const { m } of messages.filter(({ dir, m }) => dir === '<' && m.method !== undefined)) server.say(m)
  server.say(status('last', 'active'))
  await toBe(channel, 'last', 'busy')
  expect([...channel.threads().keys()].sort()).toEqual(
    [
      'last',
      'unreadable',
      ...(messages.findLast(({ m }) => m.id === 25 && m.result)!.m.result as { data: string[] }).data,
    ].sort(),
  )
  expect(new Set(methods(server))).toEqual(new Set(['initialize', 'initialized', 'thread/loaded/list', 'thread/read']))
})

test('what is heard while a thread is read counts more than the answer', async () => {
  const { open, serve } = home()
  const server = await serve()
  server.answers.set('thread/loaded/list', { data: ['a', 'b'], nextCursor: null })
  server.answers.set('thread/read a', null)
  server.answers.set('thread/read b', { thread: { status: { type: 'active', activeFlags: ['waitingOnUserInput'] } } })
  const channel = open()
  const ready = channel.refresh()
  await server.told('thread/read')
  server.say(status('a', 'idle'))
  server.say({
    method: 'item/tool/requestUserInput',
    id: 'q1',
    params: { threadId: 'b', questions: [{ question: 'Which\n one?' }] },
  })
  server.say({ id: 3, result: { thread: { status: { type: 'active', activeFlags: [] } } } })
  await ready
  expect(channel.threads().get('a')?.activity).toBe('idle')
  expect(channel.threads().get('b')).toMatchObject({ activity: 'waiting', waitingFor: 'question', message: 'Which one?' })
})

test('a cut line leaves the locks to speak, and the server is heard again under the same name', async () => {
  const { open, serve, lock, clock, socketPath } = home()
  lock('held', 99)
  const server = await serve()
  const channel = open()
  await channel.refresh()
  server.say(status('held', 'active'))
  server.say(status('other', 'active', ['waitingOnApproval']))
  await toBe(channel, 'other', 'waiting')
  server.cut()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  expect([...channel.threads()]).toEqual([['held', { activity: null, waitingFor: null, message: null, retryAt: null, pid: 99 }]])
  expect(channel.channels()[0]!.retryAt).toBe(clock.now() + 1000)
  server.answers.set('thread/loaded/list', { data: ['held'], nextCursor: null })
  server.answers.set('thread/read held', { thread: { status: { type: 'systemError' } } })
  clock.pass(1000)
  await untilChannel(channel, () => stateOf(channel) === 'connected')
  expect(channel.threads().get('held')).toMatchObject({ activity: 'idle', pid: 99 })
  await server.close()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  writeFileSync(socketPath, '')
  channel.retry(null)
  await untilChannel(channel, () => stateOf(channel) === 'down')
  rmSync(socketPath)
  await channel.refresh()
  expect(channel.channels()).toEqual([])
  const next = await serve()
  await channel.refresh()
  expect(stateOf(channel)).toBe('connected')
  expect(methods(next)[0]).toBe('initialize')
})

test('a server that refuses, that is none, or that never greets', async () => {
  const refusing = home()
  await refusing.serve(403)
  const refused = refusing.open()
  await refused.refresh()
  expect(refused.channels()).toMatchObject([{ state: 'refused', note: 'it refuses us (status 403)' }])
  const foreign = home()
  await foreign.serve(404)
  const other = foreign.open()
  await other.refresh()
  expect(other.channels()).toMatchObject([{ state: 'down' }])
  const silent = home()
  const server = await silent.serve()
  server.answers.set('initialize', null)
  const channel = silent.open()
  const ready = channel.refresh()
  await server.told('initialize')
  silent.clock.pass(2000)
  await ready
  await channel.refresh()
  silent.clock.pass(8000)
  await untilChannel(channel, () => channel.channels()[0]?.note !== null)
  expect(channel.channels()).toMatchObject([{ state: 'reconnecting', note: 'it did not greet us' }])
  expect(methods(server)).toEqual(['initialize'])
})

test.skipIf(process.getuid?.() === 0)('a socket of somebody else is refused', async () => {
  const { open, serve, socketPath } = home()
  await serve()
  chmodSync(socketPath, 0o000)
  const channel = open()
  await channel.refresh()
  expect(channel.channels()).toMatchObject([{ state: 'refused' }])
})

test('garbage and unknown messages change nothing; broken frames end the connection and it is tried again', async () => {
  const { open, serve, clock } = home()
  const server = await serve()
  const channel = open()
  await channel.refresh()
  for (const text of ['', '{', '[]', 'null', '{"id":1}', '{"id":"x","result":[]}', '{"method":7,"params":{}}']) server.write(text)
  server.write(Buffer.from([0, 1, 2, 255]))
  server.say({ method: 'thread/status/changed', params: { threadId: { a: 1 }, status: 'active' } })
  server.say({ method: 'thread/status/changed' })
  server.say({ method: 'thread/started', params: { thread: 'x' } })
  server.say({ method: 'future/request', id: 9, params: { threadId: 'unknown' } })
  server.say({ method: 'future/notification', params: { threadId: 'unknown' } })
  server.say(status('a', 'brand new state'))
  await toBe(channel, 'a', null)
  expect([...channel.threads().keys()]).toEqual(['a'])
  expect(methods(server)).toEqual(['initialize', 'initialized', 'thread/loaded/list'])
  server.breakFrames()
  await untilChannel(channel, () => stateOf(channel) === 'reconnecting')
  clock.pass(1000)
  await untilChannel(channel, () => stateOf(channel) === 'connected')
})

test('a socket behind a link, as the product makes it; a link to nothing is no channel', async () => {
  const { root, open } = home()
  mkdirSync(join(root, 'app-server-control'))
  const target = join(root, 'real.sock')
  symlinkSync(target, join(root, 'app-server-control', 'app-server-control.sock'))
  const channel = open()
  await channel.refresh()
  expect(channel.channels()).toEqual([])
  const server = await startAppServer(target)
  closing.push(() => server.close())
  await channel.refresh()
  expect(stateOf(channel)).toBe('connected')
})

test('locks alone: held and let go, exhaustive only where they can be read', async () => {
  const { open, lock, processes } = home()
  const channel = open()
  expect(channel.isExhaustive).toBe(false)
  lock('a', 12)
  let changes = 0
  channel.onChange(() => {
    changes += 1
  })
  await channel.refresh()
  await channel.refresh()
  expect([channel.isExhaustive, channel.threads().get('a')?.pid, changes]).toEqual([true, 12, 1])
  processes.write('locks', '')
  await channel.refresh()
  expect([channel.threads().size, changes]).toEqual([0, 2])
  processes.close()
  await channel.refresh()
  expect(channel.isExhaustive).toBe(false)
  expect(channel.channels()).toEqual([])
  expect(channel.limits?.()).toEqual([expect.stringContaining('does not tell which program has a thread open')])
})

test('nothing is opened any more when it is closed', async () => {
  const { open, serve } = home()
  const server = await serve()
  const channel = open()
  channel.close()
  await channel.refresh()
  expect(channel.channels()).toEqual([])
  expect(server.heard).toEqual([])
})
