import { chmodSync, cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { StoreCursor } from '../../../core/sourceStore'
import { openOpencodeStore } from './openOpencodeStore'
import { recordedOrder } from './recordedOrder'
import { makeTestDatabases, type TestDatabases } from './testDatabases'

const RECORDED = join(import.meta.dirname, '../../../../fixtures/opencode/1.18.34/single/data/opencode')
const isRoot = process.getuid?.() === 0
const open: { close(): void | Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function makeRoot(): TestDatabases {
  const made = makeTestDatabases()
  open.push(made)
  cpSync(RECORDED, made.root, { recursive: true })
  return made
}

function openStore(root: string, variables: Readonly<Record<string, string>> = {}) {
  const store = openOpencodeStore({ root, variables })
  open.push(store)
  return store
}

it('a broken database beside a good one is a problem and nothing more', () => {
  const { root, at } = makeRoot()
  writeFileSync(at('opencode-beta.db'), 'no database at all'.repeat(1000))
  const { state, sources, problems } = openStore(root).list()
  expect({ state, sources: sources.length, problems }).toEqual({
    state: 'found',
    sources: 2,
    problems: [{ path: 'opencode-beta.db', reason: 'is not a database' }],
  })
})

it('what was read of a database that breaks later stays', () => {
  const { root, at } = makeRoot()
  cpSync(at('opencode.db'), at('opencode-beta.db'))
  rmSync(at('opencode.db'))
  const store = openStore(root)
  const before = store.list().sources
  expect(before.length).toBe(2)
  writeFileSync(at('opencode-beta.db'), 'no database at all'.repeat(1000))
  expect(store.list()).toMatchObject({ state: 'found', sources: before })
})

it.skipIf(isRoot)('one that may not be read says so at once', () => {
  const { root, at } = makeRoot()
  chmodSync(at('opencode.db'), 0)
  expect(openStore(root).list()).toMatchObject({
    state: 'unreadable',
    problems: [{ path: 'opencode.db', reason: 'cannot be opened' }],
  })
})

it('says where a database lies, and that the one which the environment names is not there', () => {
  const { root, at } = makeRoot()
  const outside = join(dirname(root), 'elsewhere.db')
  const store = openStore(root, { OPENCODE_DB: outside })
  expect(store.list().problems).toEqual([{ path: 'OPENCODE_DB', reason: 'names a database that is not there' }])
  renameSync(at('opencode.db'), outside)
  expect(existsSync(outside)).toBe(true)
  const { problems, places } = store.list()
  expect({ problems, places }).toMatchObject({ problems: [], places: [{ name: 'OPENCODE_DB/elsewhere.db', file: outside }] })
})

it('numbers beyond all bounds cost no session', async () => {
  const made = makeTestDatabases()
  open.push(made)
  const { schema, commits } = recordedOrder(RECORDED)
  const writer = await made.write()
  await writer.run(...schema, ...commits.flat(), [
    'UPDATE session SET tokens_input = 9223372036854775807, cost = 9223372036854775807, time_updated = 9223372036854775807',
  ])
  const store = openStore(made.root)
  const [source] = store.list().sources
  const said: string[] = []
  const sink = { onReplaced: () => undefined, onRecord: (_: string, json: Uint8Array) => said.push(Buffer.from(json).toString()) }
  expect(store.read(source?.path ?? '', null, sink).kind).toBe('read')
  expect(JSON.parse(said[0] ?? '').data.tokens.input).toBeGreaterThan(2 ** 53)
})

it('a long reading stops when it is asked to, goes on where it stopped, and then tells what changed meanwhile', async () => {
  const made = makeTestDatabases()
  open.push(made)
  const { schema, commits } = recordedOrder(RECORDED)
  const writer = await made.write()
  await writer.run(...schema, ...commits.flat())
  const store = openStore(made.root)
  const { path } = store.list().sources[0] ?? expect.unreachable()
  const id = path.split('/').at(-1) ?? ''
  const told: string[] = []
  let cursor: StoreCursor | null = null
  const readOn = (): boolean => {
    const sink = { onReplaced: () => told.push('replaced'), onRecord: (record: string) => told.push(record) }
    const reading = store.read(path, cursor, sink, () => true)
    if (reading.kind !== 'read') return expect.unreachable()
    cursor = reading.cursor
    return reading.isComplete
  }
  const whole: string[] = []
  store.read(path, null, { onReplaced: () => undefined, onRecord: (record) => whole.push(record) })
  expect(readOn()).toBe(false)
  expect(told.length).toBeLessThan(whole.length)
  const removed = whole.filter((record) => record.startsWith('part:'))[0]?.slice('part:'.length) ?? ''
  const seq = Number(store.look(path)?.size)
  await writer.run(
    ['DELETE FROM part WHERE id = ?', removed],
    ['UPDATE event_sequence SET seq = ? WHERE aggregate_id = ?', seq, id],
    ['INSERT INTO event VALUES (?, ?, ?, ?, ?)', 'evt_removed', id, seq, 'message.part.removed.1', '{}'],
  )
  let pieces = 1
  while (!readOn()) pieces++
  expect(pieces).toBeGreaterThan(1)
  expect(told).toEqual(whole)
  expect(readOn()).toBe(false)
  expect(told[whole.length]).toBe('replaced')
  while (!readOn()) {
    // Until all of it is told anew.
  }
  expect(told.slice(whole.length + 1)).toEqual(whole.filter((record) => record !== `part:${removed}`))
})

it('a session that goes while it is read is gone', async () => {
  const made = makeTestDatabases()
  open.push(made)
  const { schema, commits } = recordedOrder(RECORDED)
  const writer = await made.write()
  await writer.run(...schema, ...commits.flat())
  const store = openStore(made.root)
  const { path } = store.list().sources[0] ?? expect.unreachable()
  const sink = { onReplaced: () => undefined, onRecord: () => undefined }
  const first = store.read(path, null, sink, () => true)
  await writer.run(['DELETE FROM session WHERE id = ?', path.split('/').at(-1) ?? ''])
  if (first.kind !== 'read') return expect.unreachable()
  expect(first.isComplete).toBe(false)
  expect(store.read(path, first.cursor, sink, () => true)).toEqual({ kind: 'gone' })
})
