import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { LiveChannel } from '../../../core/liveChannel'
import { opencode } from '../../../core/providers/opencode/opencode'
import { asObject } from '../../../core/readJson'
import type { SourceStore } from '../../../core/sourceStore'
import { answerAsRecorded, recordedEvents, recordedTrees, recordOf } from '../../../testing/servedRecording'
import { busy, foundServer, isConnected, serversUnderTest } from '../../../testing/serversUnderTest'
import { FOLDER, type SessionServer } from '../../../testing/sessionServer'
import { treesOf } from '../../../testing/treesOf'
import { untilChannel } from '../../../testing/untilChannel'
import type { FoundServer } from '../server/serverFinder'
import type { whoseDatabase } from '../server/whoseDatabase'
import { openOpencodeStore, servedShelfOf } from '../store/openOpencodeStore'
import { servedTalks } from './servedTalks'

const NESTED = '1.18.34/nested'
const all = serversUnderTest()
afterEach(() => all.close())

interface Reader {
  readonly store: SourceStore
  readonly channel: LiveChannel
  readonly clock: ReturnType<ReturnType<typeof serversUnderTest>['open']>['clock']
  trees(): unknown
  /** Settles when this holds; it is asked after every change. */
  until(isMet: () => boolean): Promise<void>
}

interface ReaderOptions {
  readonly root?: string
  readonly find?: () => readonly FoundServer[]
  readonly whose?: () => ReturnType<typeof whoseDatabase>
}

function reader(server: SessionServer, { root = '/nowhere', find, whose = () => 'others' }: ReaderOptions = {}): Reader {
  const store = openOpencodeStore({ root, variables: {} })
  const served = servedTalks(servedShelfOf(store)!, whose)
  const { channel, clock } = all.open(find ? { find, served } : { servers: server.url, served })
  const waiting = new Set<() => void>()
  const watch = store.watch(() => {
    for (const look of [...waiting]) look()
  })
  all.defer(() => watch.close())
  all.defer(() => store.close())
  const until = (isMet: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isMet()) return
        waiting.delete(look)
        stop()
        resolve()
      }
      waiting.add(look)
      const stop = channel.onChange(look)
      look()
    })
  return { store, channel, clock, until, trees: () => JSON.parse(JSON.stringify(treesOf(opencode, store))) }
}

function created(id: string, more: object = {}, at = 100): object {
  const info = { id, directory: FOLDER, title: id, version: '1.18.34', time: { created: at, updated: at }, ...more }
  return { id: 'e', type: 'session.created', properties: { sessionID: id, info } }
}

function prompted(session: string, id: string, created = 200): object {
  const info = { id, sessionID: session, role: 'user', agent: 'build', time: { created } }
  return { id: 'e', type: 'message.updated', properties: { sessionID: session, info } }
}

const pathsOf = ({ store }: Reader): string[] => store.list().sources.map(({ path, spec }) => `${spec.run} ${path}`)
function childrenOf(server: SessionServer, id: string): string[] {
  return (server.answers.get(`/session/${id}/children`) as { id: string }[]).map((one) => one.id)
}

const noteOf = ({ channel }: Reader): string | null | undefined => channel.channels()[0]?.note

test('[S1.6] whoever comes late asks for what there is, with GET alone and only about folders that the server named', async () => {
  const server = await all.serve()
  answerAsRecorded(server, NESTED)
  const late = reader(server)
  await isConnected(late.channel)
  await late.store.heard?.()
  expect(late.trees()).toEqual(recordedTrees(NESTED))
  expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  const folders = server.requests.flatMap((request) => /directory=([^&]*)/.exec(request)?.[1] ?? [])
  expect(new Set(folders)).toEqual(new Set([encodeURIComponent(FOLDER)]))
})

test('a run is shown when all of its agents have been asked about, and not before', async () => {
  const server = await all.serve()
  answerAsRecorded(server, NESTED)
  const [, child = ''] = Object.keys(recordedTrees(NESTED)).flatMap((run) => [run, ...childrenOf(server, run)])
  const release = server.delay(`/session/${child}/message`)
  const late = reader(server)
  await server.asked(`GET /session/${child}/message?directory=${encodeURIComponent(FOLDER)}`)
  server.say(created('ses_other'))
  await late.until(() => late.store.look('servers/ses_other') !== null)
  expect(pathsOf(late)).toEqual(['ses_other servers/ses_other'])
  release()
  await late.until(() => pathsOf(late).length === 4)
})

test.each([1, 7, 20, 45, 80, 110])(
  '[S1.6] a line cut after %s events: the gap is filled, and nothing is told twice',
  async (cutAt) => {
    const server = await all.serve()
    const watcher = reader(server)
    await isConnected(watcher.channel)
    const events = recordedEvents(NESTED)
    for (const event of events.slice(0, cutAt)) server.say(event)
    await watcher.until(() => pathsOf(watcher).length > 0)
    answerAsRecorded(server, NESTED)
    server.cut()
    await untilChannel(watcher.channel, () => watcher.channel.channels()[0]?.state === 'reconnecting')
    expect(noteOf(watcher)).toMatch(/conversations? of it stand as they were last heard/)
    watcher.clock.pass(1000)
    await isConnected(watcher.channel)
    await watcher.store.heard?.()
    expect(watcher.trees()).toEqual(recordedTrees(NESTED))
    // What is heard once more says nothing new.
    const sizes = (): unknown => watcher.store.list().sources.map(({ path, size, mtimeMs, ino }) => [path, size, mtimeMs, ino])
    const before = sizes()
    const last = new Map(events.filter(({ type }) => type.startsWith('message.')).map((event) => [recordOf(event), event]))
    for (const event of last.values()) server.say(event)
    server.say(created('ses_last'))
    await watcher.until(() => watcher.store.look('servers/ses_last') !== null)
    expect((sizes() as unknown[]).slice(0, -1)).toEqual(before)
  },
)

test('what was taken away while nobody listened is gone afterwards', async () => {
  const server = await all.serve()
  answerAsRecorded(server, NESTED)
  const watcher = reader(server)
  await watcher.until(() => pathsOf(watcher).length === 3)
  await watcher.store.heard?.()
  const infos = server.answers.get('/session') as { id: string; parentID?: string }[]
  const root = infos.find(({ parentID }) => !parentID)!.id
  const leaf = infos.find(({ id }) => !infos.some(({ parentID }) => parentID === id))!.id
  const ino = watcher.store.look(`servers/${root}`)?.ino
  server.answers.set(`/session/${root}/message`, (server.answers.get(`/session/${root}/message`) as unknown[]).slice(0, 1))
  server.answers.set(
    '/session',
    infos.filter(({ id }) => id !== leaf),
  )
  for (const { id } of infos) server.answers.set(`/session/${id}/children`, [])
  server.cut()
  await untilChannel(watcher.channel, () => watcher.channel.channels()[0]?.state === 'reconnecting')
  watcher.clock.pass(1000)
  await watcher.until(() => watcher.store.look(`servers/${leaf}`) === null)
  await watcher.store.heard?.()
  expect(watcher.store.look(`servers/${root}`)?.ino).not.toBe(ino)
  const records: string[] = []
  watcher.store.read(`servers/${root}`, null, { onReplaced: () => undefined, onRecord: (id) => records.push(id) })
  expect(records.filter((id) => id.startsWith('message:'))).toHaveLength(1)
  server.say({ id: 'e', type: 'session.deleted', properties: { sessionID: root, info: { id: root } } })
  await watcher.until(() => watcher.store.look(`servers/${root}`) === null)
})

test('a database of this machine that turns up has the word: nothing is shown twice', async () => {
  const root = mkdtempSync(join(tmpdir(), 'understory-served-'))
  all.defer(() => rmSync(root, { recursive: true }))
  const server = await all.serve()
  answerAsRecorded(server, NESTED)
  const watcher = reader(server, { root })
  await watcher.until(() => pathsOf(watcher).length === 3)
  const shown = pathsOf(watcher)
  expect(shown.every((path) => path.includes(' servers/'))).toBe(true)
  cpSync(join(import.meta.dirname, '../../../../fixtures/opencode', NESTED, 'data/opencode'), root, { recursive: true })
  await watcher.until(() => pathsOf(watcher).every((path) => path.includes(' opencode.db/')))
  expect(pathsOf(watcher).sort()).toEqual(shown.map((path) => path.replace('servers/', 'opencode.db/')).sort())
  for (const event of recordedEvents(NESTED)) server.say(event)
  server.say(created('ses_new'))
  await watcher.until(() => watcher.store.look('servers/ses_new') !== null)
  expect(pathsOf(watcher)).toHaveLength(4)
})

test('a server whose database is read anyway is not asked about conversations', async () => {
  const server = await all.serve()
  answerAsRecorded(server, NESTED)
  const found = [foundServer(server)]
  const own = reader(server, { find: () => found, whose: () => 'ours' })
  await own.channel.refresh()
  await isConnected(own.channel)
  await own.store.heard?.()
  expect(pathsOf(own)).toEqual([])
  expect(server.requests.filter((request) => /GET \/session(\?|$)|\/message|\/path/.test(request))).toEqual([])
})

test.each(['ours', 'others'] as const)(
  'one that has opened no database is asked when it speaks: its database is %s',
  async (whose) => {
    const server = await all.serve()
    answerAsRecorded(server, NESTED)
    const found = [foundServer(server)]
    let known: ReturnType<typeof whoseDatabase> = 'unknown'
    const one = reader(server, { find: () => found, whose: () => known })
    await one.channel.refresh()
    await isConnected(one.channel)
    await one.store.heard?.()
    const asked = (): string[] => server.requests.filter((request) => /GET \/session(\?|$)|\/message|\/path/.test(request))
    expect(asked()).toEqual([])
    known = whose
    server.say(created('ses_new'))
    server.say(busy('ses_new'))
    await one.until(() => one.channel.threads().has('ses_new'))
    if (whose === 'others') await one.until(() => pathsOf(one).length === 4)
    else expect([pathsOf(one), asked()]).toEqual([[], []])
  },
)

test('[S1.1] a session that nobody has introduced is set aside and counted, until somebody does', async () => {
  const server = await all.serve()
  const watcher = reader(server)
  await isConnected(watcher.channel)
  server.say(prompted('ses_x', 'msg_1'))
  server.say(prompted('ses_x', 'msg_2'))
  await watcher.until(() => noteOf(watcher) === '1 session that nobody has introduced set aside with 2 records')
  expect(pathsOf(watcher)).toEqual([])
  server.say(created('ses_x'))
  await watcher.until(() => watcher.store.look('servers/ses_x') !== null)
  expect([pathsOf(watcher), noteOf(watcher)]).toEqual([['ses_x servers/ses_x'], null])
})

test('[S1.3] the only run at work is a labelled guess, and proof undoes it without trace', async () => {
  const server = await all.serve()
  const watcher = reader(server)
  await isConnected(watcher.channel)
  server.say(created('ses_run'))
  server.say(busy('ses_run'))
  await watcher.until(() => watcher.channel.threads().get('ses_run')?.activity === 'busy')
  server.say(prompted('ses_lost', 'msg_9'))
  await watcher.until(() => pathsOf(watcher).includes('ses_run servers/ses_lost'))
  const { agents } = (watcher.trees() as ReturnType<typeof recordedTrees>)['ses_run']!
  expect(agents.find(({ id }) => id === 'ses_lost')).toMatchObject({
    parent: 'ses_run',
    link: { evidence: 'single-active', ambiguous: true, note: 'the only run at work on its server and in its folder' },
  })
  server.say(created('ses_lost', {}, 150))
  await watcher.until(() => pathsOf(watcher).includes('ses_lost servers/ses_lost'))
  const direct = reader(server)
  await isConnected(direct.channel)
  for (const event of [created('ses_run'), created('ses_lost', {}, 150), prompted('ses_lost', 'msg_9')]) server.say(event)
  await direct.until(() => pathsOf(direct).length === 2)
  expect(watcher.trees()).toEqual(direct.trees())
})

test.each([
  ['two runs at work', [created('ses_a'), created('ses_b'), busy('ses_a'), busy('ses_b')], 200],
  ['it is older than the run', [created('ses_a', {}, 500), busy('ses_a')], 200],
  ['the run is in another folder', [created('ses_a', { directory: '/elsewhere' }), busy('ses_a')], 200],
  ['nobody is at work', [created('ses_a')], 200],
] as const)('[S1.3] no guess where %s', async (_, before, at) => {
  const server = await all.serve()
  const watcher = reader(server)
  await isConnected(watcher.channel)
  for (const event of before) server.say(event)
  server.say(prompted('ses_lost', 'msg_1', at))
  await watcher.until(() => noteOf(watcher)?.includes('1 session that nobody has introduced') === true)
  expect(watcher.store.look('servers/ses_lost')).toBe(null)
})

test('the runs of a server that is gone stay as they were last heard, and its state is told', async () => {
  const server = await all.serve()
  answerAsRecorded(server, NESTED)
  let found = [foundServer(server)]
  const watcher = reader(server, { find: () => found })
  await watcher.channel.refresh()
  await watcher.until(() => pathsOf(watcher).length === 3)
  await watcher.store.heard?.()
  await server.close()
  found = []
  await untilChannel(watcher.channel, () => watcher.channel.channels()[0]?.state === 'reconnecting')
  watcher.clock.pass(1000)
  await untilChannel(watcher.channel, () => watcher.channel.channels()[0]?.state === 'down')
  await watcher.channel.refresh()
  expect(watcher.trees()).toEqual(recordedTrees(NESTED))
  expect(noteOf(watcher)).toBe('nobody listens there; 3 conversations of it stand as they were last heard')
  expect(asObject(watcher.channel.channels()[0])).toMatchObject({ state: 'down', name: server.url })
})
