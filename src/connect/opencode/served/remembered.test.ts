import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { ChildMemory, RememberedChild } from '../../../core/childMemory'
import { opencode } from '../../../core/providers/opencode/opencode'
import type { SourceStore } from '../../../core/sourceStore'
import type { TreeView } from '../../../shared/views'
import { mapMemory } from '../../../testing/mapMemory'
import { mixed, type RecordedEvent, recordedEvents, recordedTrees } from '../../../testing/servedRecording'
import { FOLDER } from '../../../testing/sessionServer'
import { treesOf } from '../../../testing/treesOf'
import { openOpencodeStore, servedShelfOf } from '../store/openOpencodeStore'
import { hearConversations } from './hearConversations'
import type { ServedShelf } from './ServedShelf'

interface Listener {
  readonly shelf: ServedShelf
  say(...events: readonly object[]): void
  trees(): Record<string, TreeView>
  /** The run that each session stands in; those that are set aside are in none. */
  places(): Record<string, string | undefined>
  agent(run: string, id: string): TreeView['agents'][number] | undefined
}

const opened: SourceStore[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

/** A program that has just begun to hear a server, with what an earlier one remembered. */
function listen(children: ChildMemory, { root = '/nowhere', atWork = [] as string[] } = {}): Listener {
  const store = openOpencodeStore({ root, variables: {}, children })
  opened.push(store)
  const shelf = servedShelfOf(store)!
  return { shelf, ...hearingOf(store, 'here', atWork) }
}

function hearingOf(store: SourceStore, name: string, atWork: readonly string[]): Omit<Listener, 'shelf'> {
  const shelf = servedShelfOf(store)!
  const line = hearConversations({ name, shelf, isLocal: () => false, atWork: () => atWork, onChange: () => undefined })
  const trees = (): Record<string, TreeView> => JSON.parse(JSON.stringify(treesOf(opencode, store)))
  return {
    say(...events) {
      for (const payload of events) line.hear(JSON.stringify({ directory: FOLDER, project: 'p', payload }))
    },
    trees,
    places: () => Object.fromEntries(store.list().sources.map(({ path, spec }) => [path.replace('servers/', ''), spec.run])),
    agent: (run, id) => trees()[run]?.agents.find((one) => one.id === id),
  }
}

const created = (id: string, more: object = {}) => ({
  type: 'session.created',
  properties: { info: { id, directory: FOLDER, title: id, time: { created: 100, updated: 100 }, ...more } },
})
const deleted = (id: string) => ({ type: 'session.deleted', properties: { info: { id } } })
const prompted = (sessionID: string, created = 200) => ({
  type: 'message.updated',
  properties: { info: { id: `msg_${sessionID}`, sessionID, role: 'user', time: { created } } },
})
const task = (sessionID: string, sessionId: string) => {
  const input = { description: 'Look', subagent_type: 'explore', prompt: 'Look' }
  const state = { status: 'running', input, metadata: { sessionId, parentSessionId: sessionID }, time: { start: 150 } }
  const part = { id: `prt_${sessionId}`, sessionID, messageID: 'msg_1', type: 'tool', tool: 'task', callID: 'call_1', state }
  return { type: 'message.part.updated', properties: { part } }
}

const known = (id: string, parent = 'ses_run', more: Partial<RememberedChild> = {}): RememberedChild => ({
  ...{ id, parent, run: 'ses_run', type: 'explore', title: 'Audit (@explore subagent)' },
  ...{ evidence: 'session', guess: null, directory: FOLDER, teller: 'here', ...more },
})
const GUESS = { evidence: 'guess', guess: 'it was alone' } as const

const isChildCreated = ({ type, properties }: RecordedEvent): boolean =>
  type.startsWith('session.') && (properties['info'] as { parentID?: string } | undefined)?.parentID !== undefined

test('[S1.7] of each child is remembered where it stands and why', () => {
  const memory = mapMemory()
  const events = recordedEvents('1.18.34/nested')
  const [run, tree] = Object.entries(recordedTrees('1.18.34/nested'))[0]!
  const idOf = (key: string | null): string | null => tree.agents.find((one) => one.key === key)?.id ?? null
  const children = tree.agents.filter(({ parent }) => parent !== null)
  const due = children.map(({ id, parent }) => ({ id, parent: idOf(parent), run, directory: FOLDER }))
  listen(memory).say(...events)
  const shape = (list: readonly RememberedChild[]) =>
    list.map(({ id, parent, run: of, directory }) => ({ id, parent, run: of, directory }))
  const inOrder = due.sort((a, b) => (a.id! < b.id! ? -1 : 1))
  expect(shape(memory.list())).toEqual(inOrder)
  expect(memory.list()[0]).toMatchObject({ evidence: 'session', guess: null, teller: 'here', type: expect.any(String) })
  const named = mapMemory()
  listen(named).say(...events.filter((event) => !isChildCreated(event)))
  expect(shape(named.list())).toEqual(inOrder)
  expect(named.list()[0]).toMatchObject({ evidence: 'task', type: expect.any(String), title: expect.any(String) })
})

test('[S1.7] a run that turns out to be beneath another takes those beneath it along', () => {
  const memory = mapMemory()
  const { say } = listen(memory)
  say(created('ses_b', { parentID: 'ses_a' }), created('ses_c', { parentID: 'ses_b' }), created('ses_d', { parentID: 'ses_c' }))
  say(created('ses_a', { parentID: 'ses_run' }), created('ses_run'))
  expect(memory.list().map(({ id, run }) => `${id} ${run}`)).toEqual(['a', 'b', 'c', 'd'].map((one) => `ses_${one} ses_run`))
  say({ ...created('ses_a'), type: 'session.updated' })
  expect(memory.list().map(({ id, run }) => `${id} ${run}`)).toEqual(['b', 'c', 'd'].map((one) => `ses_${one} ses_a`))
})

test.each(['1.18.34/nested', '1.18.34/parallel', '1.18.34/background'])(
  '[S1.4] %s in any order, with what was remembered, be it true or not, and without: the same tree',
  { timeout: 60_000 },
  (name) => {
    const events = recordedEvents(name)
    const due = recordedTrees(name)
    const run = Object.keys(due)[0]!
    const learnt = mapMemory()
    listen(learnt).say(...events)
    const ids = learnt.list().map(({ id }) => id)
    const guessed = learnt.list().map((one) => ({ ...one, ...GUESS, parent: run }))
    const wrong = [...ids, run].map((id, at, all) => known(id, all[(at + 1) % all.length], { run }))
    for (const memory of [learnt.list(), guessed, wrong])
      fc.assert(
        fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 40 }), (picks) => {
          const { say, trees } = listen(mapMemory(...memory))
          say(...mixed(events, picks))
          expect(trees()).toEqual(due)
          opened.pop()?.close()
        }),
        { numRuns: 10 },
      )
  },
)

test.each(['1.18.34/nested', '1.18.34/parallel'])(
  '[S1.2] %s where only tasks name the children: remembered or guessed before, in any order the same tree as without',
  (name) => {
    const events = recordedEvents(name).filter((event) => !isChildCreated(event))
    const learnt = mapMemory()
    const first = listen(learnt)
    first.say(...events)
    const run = Object.keys(first.trees())[0]!
    const outdated = learnt.list().map((one) => ({ ...one, type: 'old', title: 'Old' }))
    const guessed = learnt.list().map((one) => ({ ...one, ...GUESS, parent: run }))
    for (const memory of [learnt.list(), outdated, guessed])
      fc.assert(
        fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 40 }), (picks) => {
          const [without, remembered] = [listen(mapMemory()), listen(mapMemory(...memory))]
          for (const one of [without, remembered]) one.say(...mixed(events, picks))
          expect(remembered.trees()).toEqual(without.trees())
          for (const _ of [1, 2]) opened.pop()?.close()
        }),
        { numRuns: 15 },
      )
  },
)

test('[S1.2] a child that is spoken of without its record stands where it was known to stand, and says so', () => {
  const { say, agent, places } = listen(mapMemory(known('ses_child'), known('ses_deep', 'ses_child')))
  say(prompted('ses_deep'), prompted('ses_child'))
  expect(places()).toEqual({})
  say(created('ses_run'))
  expect(places()).toEqual({ ses_run: 'ses_run', ses_child: 'ses_run', ses_deep: 'ses_run' })
  expect(agent('ses_run', 'ses_deep')).toMatchObject({ parent: 'ses_child' })
  expect(agent('ses_run', 'ses_child')).toMatchObject({
    ...{ parent: 'ses_run', type: 'explore', description: 'Audit' },
    link: { evidence: 'explicit', ambiguous: false, note: 'session.parentID, as it was known before' },
  })
})

test('[S1.2] the word of the session itself replaces what was remembered, without a trace, also where it says otherwise', () => {
  const own = [created('ses_other'), created('ses_child', { parentID: 'ses_other' })]
  const memory = mapMemory(known('ses_child'))
  const [late, direct] = [listen(memory), listen(mapMemory())]
  late.say(created('ses_run'), prompted('ses_child'))
  expect(late.places()['ses_child']).toBe('ses_run')
  late.say(...own)
  direct.say(created('ses_run'), ...own, prompted('ses_child'))
  expect(late.trees()).toEqual(direct.trees())
  expect(memory.list()).toMatchObject([{ id: 'ses_child', parent: 'ses_other', run: 'ses_other', evidence: 'session' }])
  late.say({ ...created('ses_child'), type: 'session.updated' })
  expect([memory.list(), late.places()['ses_child']]).toEqual([[], 'ses_child'])
})

test('[S1.2] its own word moves it at once, though the rest of it was not asked for yet', () => {
  const { say, shelf, places } = listen(mapMemory(known('ses_child')))
  say(created('ses_run'), created('ses_other'), prompted('ses_child'))
  expect(places()['ses_child']).toBe('ses_run')
  say({ ...created('ses_child', { parentID: 'ses_other' }), type: 'session.updated' })
  expect([places()['ses_child'], shelf.get('ses_child')?.isWhole]).toEqual(['ses_other', false])
})

test('[S1.2] what was proved counts for more than a task that names the child now, a guess for less', () => {
  const events = [created('ses_run'), created('ses_other'), prompted('ses_child'), task('ses_other', 'ses_child')]
  for (const at of [0, 1, 2, 3]) {
    const inOrder = [...events.slice(at), ...events.slice(0, at)]
    const [proved, guessed] = [known('ses_child'), known('ses_child', 'ses_run', GUESS)].map((one) => listen(mapMemory(one)))
    for (const one of [proved!, guessed!]) one.say(...inOrder)
    expect([proved!.places()['ses_child'], guessed!.places()['ses_child']], `from ${at}`).toEqual(['ses_run', 'ses_other'])
  }
})

test('[S1.3] proof that comes later has the session read anew: of the guess nothing stays', () => {
  const { say, shelf, agent } = listen(mapMemory(known('ses_child', 'ses_run', GUESS)))
  say(created('ses_run'), prompted('ses_child'))
  const before = shelf.sessions.get('ses_child')?.ino
  say(task('ses_run', 'ses_child'))
  expect(shelf.sessions.get('ses_child')?.ino).not.toBe(before)
  expect(agent('ses_run', 'ses_child')?.link).toMatchObject({ ambiguous: false })
})

test('[S1.3] a guess that was remembered is a guess, and is remembered as one', () => {
  const memory = mapMemory()
  listen(memory, { atWork: ['ses_run'] }).say(created('ses_run'), prompted('ses_child'), prompted('ses_child', 201))
  const guess = 'the only run at work on its server and in its folder'
  const learnt = { id: 'ses_child', parent: 'ses_run', evidence: 'guess', guess }
  for (let start = 0; start < 3; start++) {
    expect(memory.list()).toMatchObject([learnt])
    // Nobody is at work any more: without the memory it would be set aside.
    const { say, agent, shelf } = listen(memory)
    say(created('ses_run'), prompted('ses_child'))
    const link = { evidence: 'single-active', ambiguous: true, note: `${guess}, as it was known before` }
    expect(agent('ses_run', 'ses_child')).toMatchObject({ parent: 'ses_run', link })
    expect(shelf.get('ses_child')?.isGuessed).toBe(true)
  }
})

test.each([
  ['the session works in another folder', { directory: '/elsewhere' }],
  ['its parent is nowhere', { parent: 'ses_gone' }],
])('what is remembered is not used where %s', (_, more) => {
  const { say, places } = listen(mapMemory(known('ses_child', 'ses_run', more)))
  say(created('ses_run'), prompted('ses_child'))
  expect(places()).toEqual({ ses_run: 'ses_run' })
})

test('what is remembered is not used where the session would be its own ancestor', () => {
  const { say, shelf } = listen(mapMemory(known('ses_child', 'ses_mid')))
  say(prompted('ses_mid'), task('ses_child', 'ses_mid'))
  expect([shelf.get('ses_mid')?.parent, shelf.get('ses_child')?.parent]).toEqual(['ses_child', null])
})

test('what is remembered is used when the server that speaks of the child has told of its parent, not before', () => {
  const store = openOpencodeStore({ root: '/nowhere', variables: {}, children: mapMemory(known('ses_child')) })
  opened.push(store)
  const [one, other] = ['one', 'other'].map((name) => hearingOf(store, name, []))
  one!.say(created('ses_run'))
  other!.say(prompted('ses_child'))
  expect(one!.places()).toEqual({ ses_run: 'ses_run' })
  // The same home behind a new port.
  other!.say(prompted('ses_run'))
  expect(one!.places()).toEqual({ ses_run: 'ses_run', ses_child: 'ses_run' })
})

test.each([
  ['it is deleted', [deleted('ses_deep')], ['ses_child']],
  ['what is above it is deleted', [deleted('ses_child')], []],
  ['its run is deleted', [deleted('ses_run')], []],
])('[S1.7] forgotten when %s, also where it was never spoken of since', (_, events, left) => {
  const memory = mapMemory(known('ses_child'), known('ses_deep', 'ses_child'))
  listen(memory).say(...events)
  expect(memory.list().map(({ id }) => id)).toEqual(left)
})

test('[S1.7] forgotten when the server that told it, or tells its run, has it no more', () => {
  const lists = (server: string, directory: string, ...listed: string[]): string[] => {
    const memory = mapMemory(known('ses_child', 'ses_mid'))
    listen(memory).shelf.keepListed(server, directory, new Set(listed), 0)
    return memory.list().map(({ id }) => id)
  }
  expect(lists('here', FOLDER)).toEqual([])
  expect(lists('elsewhere', FOLDER, 'ses_run')).toEqual([])
  expect(lists('here', FOLDER, 'ses_child')).toEqual(['ses_child'])
  expect(lists('here', '/elsewhere')).toEqual(['ses_child'])
  expect(lists('elsewhere', FOLDER, 'ses_stranger')).toEqual(['ses_child'])
})

test('[S1.7] of a session that a database of this machine has nothing is remembered: the database is what remembers it', () => {
  const root = mkdtempSync(join(tmpdir(), 'understory-remembered-'))
  try {
    const memory = mapMemory(known('ses_stranger'))
    const { say, shelf } = listen(memory, { root })
    say(...recordedEvents('1.18.34/nested'))
    expect(memory.list()).toHaveLength(3)
    cpSync(join(import.meta.dirname, '../../../../fixtures/opencode/1.18.34/nested/data/opencode'), root, { recursive: true })
    shelf.elsewhere.look()
    expect(memory.list().map(({ id }) => id)).toEqual(['ses_stranger'])
    for (const store of opened.splice(0)) store.close()
  } finally {
    rmSync(root, { recursive: true })
  }
})
