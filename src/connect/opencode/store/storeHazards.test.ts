import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openOpencodeStore } from './openOpencodeStore'
import { ReadOnlyDatabase } from './readOnlyDatabase'
import { recordedOrder } from './recordedOrder'
import { followStore, readFresh, type StoreFollower } from './storeFollower'
import { type DatabaseWriter, makeTestDatabases, type Statement, type TestDatabases } from './testDatabases'

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/opencode')
const ROOT = 'ses_e118af0f2ffepUg5SKVe1TgxQu'
const CHILD = 'ses_e118ad8a8ffethLux2ZHHNpUC8'
const MESSAGE = 'msg_1ee751b7a001OClLYAckmGkePI'
const open: { close(): void | Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A data folder with a database as release `name` left it, its writer still there. */
async function start(name = '1.18.34/single'): Promise<TestDatabases & { writer: DatabaseWriter }> {
  const made = makeTestDatabases()
  open.push(made)
  const { schema, commits } = recordedOrder(join(FIXTURES, name, 'data/opencode'))
  const writer = await made.write()
  await writer.run(...schema, ...commits.flat())
  return { ...made, writer }
}

function follow(root: string): StoreFollower {
  const follower = followStore(root)
  open.push(follower)
  return follower
}

function part(id: string, data: string, at = 5): Statement {
  return ['INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', id, MESSAGE, ROOT, at, at, data]
}

function logged(seq: number, type: string, data: object): Statement[] {
  return [
    ['UPDATE event_sequence SET seq = ? WHERE aggregate_id = ?', seq, ROOT],
    ['INSERT INTO event VALUES (?, ?, ?, ?, ?)', `evt_new_${seq}`, ROOT, seq, type, JSON.stringify(data)],
  ]
}

function namesIn(root: string): readonly string[] {
  return readdirSync(root).map((name) => `${name} ${statSync(join(root, name)).size}`)
}

const pathOf = (id: string): string => `opencode.db/${id}`

describe('beside a living writer', () => {
  it('is not held up by a transaction, and does not see it before it is committed', async () => {
    const { root, writer } = await start()
    const follower = follow(root)
    const before = readFresh(root)
    await writer.run(
      ['BEGIN IMMEDIATE'],
      part('prt_z', '{"type":"text"}'),
      ...logged(30, 'message.part.updated.1', { part: { id: 'prt_z' } }),
    )
    expect(readFresh(root)).toEqual(before)
    expect(follower.store.look(pathOf(ROOT))?.size).toBe(30)
    await writer.run(['COMMIT'])
    await follower.untilLikeFresh()
    expect(follower.told()[pathOf(ROOT)]?.['part:prt_z']).toContain('"type":"text"')
    expect(follower.store.look(pathOf(ROOT))?.size).toBe(31)
  })

  it('waits for a writer that locks everybody out', async () => {
    const { root, writer, write } = await start()
    await writer.kill()
    const other = await write()
    await other.run(['PRAGMA locking_mode=EXCLUSIVE'], ['BEGIN IMMEDIATE'], part('prt_z', '{"type":"text"}'))
    const store = openOpencodeStore({ root, variables: {} })
    open.push(store)
    expect(store.list().problems).toEqual([{ path: 'opencode.db', reason: 'is locked by another program' }])
    await other.run(['COMMIT'], ['PRAGMA locking_mode=NORMAL'], ['SELECT 1 FROM part'])
    expect(store.list()).toMatchObject({ problems: [], sources: [{ path: pathOf(ROOT) }, { path: pathOf(CHILD) }] })
  })

  it('tells what is removed by telling everything anew', async () => {
    const { root, writer } = await start()
    const follower = follow(root)
    const removed = logged(30, 'message.removed.1', { sessionID: ROOT, messageID: MESSAGE })
    await writer.run(
      ['DELETE FROM part WHERE message_id = ?', MESSAGE],
      ['DELETE FROM message WHERE id = ?', MESSAGE],
      ...removed,
    )
    await follower.untilLikeFresh()
    expect(follower.replaced).toContain(pathOf(ROOT))
  })

  it('sees a session go, and row numbers used again', async () => {
    const { root, writer } = await start()
    const follower = follow(root)
    const tables = {
      event: 'aggregate_id',
      event_sequence: 'aggregate_id',
      part: 'session_id',
      message: 'session_id',
      session: 'id',
    }
    await writer.run(
      ['BEGIN'],
      ...Object.entries(tables).map(([table, column]): Statement => [`DELETE FROM ${table} WHERE ${column} = ?`, CHILD]),
      part('prt_z', '{"type":"text"}'),
      ...logged(30, 'message.part.updated.1', { part: { id: 'prt_z' } }),
      ['COMMIT'],
    )
    await follower.untilLikeFresh()
    expect(Object.keys(follower.told())).toEqual([pathOf(ROOT)])
  })

  it('survives a compaction', async () => {
    const { root, writer } = await start()
    const follower = follow(root)
    await writer.run(['DELETE FROM todo'], ['DELETE FROM event WHERE rowid < 5'], ['VACUUM'], ['PRAGMA wal_checkpoint(TRUNCATE)'])
    await writer.run(part('prt_z', '{"type":"text"}'), ...logged(30, 'message.part.updated.1', { part: { id: 'prt_z' } }))
    await follower.untilLikeFresh()
  })

  it('hears of a renamed session, though nothing else was written', async () => {
    const { root, writer } = await start('1.2.27/single')
    const follower = follow(root)
    await writer.run(['UPDATE session SET title = ?, time_updated = time_updated + 1', 'Renamed'])
    await follower.untilLikeFresh()
    expect(Object.values(follower.told()).every((records) => JSON.stringify(records).includes('Renamed'))).toBe(true)
  })

  it('sees a row without a log written twice in one millisecond', async () => {
    const { root, writer } = await start('1.2.27/single')
    const follower = follow(root)
    const write = (data: string): Statement => [
      'UPDATE part SET data = ?, time_updated = 1900000000000 WHERE id = (SELECT max(id) FROM part)',
      data,
    ]
    await writer.run(write('{"type":"text","text":"one"}'))
    await follower.untilLikeFresh()
    await writer.run(write('{"type":"text","text":"two"}'))
    // Neither stamp nor length differ, so nothing tells of it; whoever reads on is told all the same.
    follower.readOn()
    expect(follower.told()).toEqual(readFresh(root))
  })

  it('takes rows as they are: huge, or no JSON at all', async () => {
    const { root, writer } = await start()
    const follower = follow(root)
    const huge = JSON.stringify({ type: 'text', text: 'x'.repeat(1_000_000) })
    await writer.run(
      part('prt_huge', huge),
      part('prt_none', 'no { json'),
      part('prt_null', 'null'),
      part('prt_half', '{"type":"text"'),
      ['UPDATE session SET model = ?, metadata = ? WHERE id = ?', '{', 'x', ROOT],
    )
    await writer.run(
      ...['huge', 'none', 'null', 'half'].flatMap((id, at) =>
        logged(30 + at, 'message.part.updated.1', { part: { id: `prt_${id}` } }),
      ),
    )
    await writer.run(['UPDATE event SET data = ? WHERE id = ?', 'garbage', 'evt_new_31'])
    await follower.untilLikeFresh()
    const told = follower.told()[pathOf(ROOT)] ?? {}
    expect(JSON.parse(told['part:prt_huge'] ?? '').data.text).toHaveLength(1_000_000)
    expect(JSON.parse(told['part:prt_null'] ?? '')).toEqual({ kind: 'part', at: 5, data: null })
    expect(() => JSON.parse(told['part:prt_none'] ?? '')).toThrow()
    expect(() => JSON.parse(told['part:prt_half'] ?? '')).toThrow()
    expect(JSON.parse(told[`session:${ROOT}`] ?? '').data).toMatchObject({ model: null, metadata: null })
  })

  it('finds a database and sessions that come later', async () => {
    const made = makeTestDatabases()
    open.push(made)
    rmSync(made.root, { recursive: true })
    const follower = follow(made.root)
    expect(follower.store.list()).toEqual({ state: 'missing', sources: [], problems: [], places: [] })
    mkdirSync(made.root)
    const writer = await made.write('opencode-dev.db')
    const { schema, commits } = recordedOrder(join(FIXTURES, '1.18.34/single/data/opencode'))
    for (const statement of schema) await writer.run(statement)
    await writer.run(...commits.flat())
    await follower.until(() => Object.keys(follower.told()).length === 2)
    await follower.untilLikeFresh()
    expect(follower.hints).toContain(`opencode-dev.db/${ROOT}`)
  })
})

describe('without a writer', () => {
  it('reads what a killed one left in its log, and leaves it as it is', async () => {
    const { root, writer } = await start()
    const before = readFresh(root)
    await writer.kill()
    const names = namesIn(root)
    expect(names.length).toBe(3)
    expect(readFresh(root)).toEqual(before)
    expect(namesIn(root)).toEqual(names)
  })

  it('reads a log whose index is gone, and makes none', async () => {
    const { root, writer, at } = await start()
    const before = readFresh(root)
    await writer.kill()
    rmSync(at('opencode.db-shm'))
    const names = namesIn(root)
    expect(readFresh(root)).toEqual(before)
    expect(namesIn(root)).toEqual(names)
  })

  it('reads what is there where the log is gone, and makes none', async () => {
    const { root, writer, at } = await start()
    const before = readFresh(root)
    await writer.run(['PRAGMA wal_checkpoint(TRUNCATE)'], ['DELETE FROM part'])
    await writer.kill()
    rmSync(at('opencode.db-wal'))
    const names = namesIn(root)
    expect(readFresh(root)).toEqual(before)
    rmSync(at('opencode.db-shm'))
    expect(readFresh(root)).toEqual(before)
    expect(namesIn(root)).toEqual(names.filter((name) => !name.includes('-shm')))
  })

  it('takes a log of rubbish for none, and leaves it there', async () => {
    const { root, writer, at } = await start()
    const before = readFresh(root)
    await writer.run(['PRAGMA wal_checkpoint(TRUNCATE)'])
    await writer.kill()
    rmSync(at('opencode.db-shm'))
    writeFileSync(at('opencode.db-wal'), 'rubbish'.repeat(1000))
    const names = namesIn(root)
    expect(readFresh(root)).toEqual(before)
    expect(namesIn(root)).toEqual(names)
  })

  it('reads a folder that may not be written', async () => {
    const { root, writer } = await start()
    const before = readFresh(root)
    await writer.kill()
    const copy = join(dirname(root), 'copy')
    cpSync(root, copy, { recursive: true })
    for (const name of readdirSync(copy)) chmodSync(join(copy, name), 0o444)
    chmodSync(copy, 0o555)
    expect(readFresh(copy)).toEqual(before)
    chmodSync(copy, 0o755)
  })

  it('says why, where it is no database', async () => {
    const made = makeTestDatabases()
    open.push(made)
    writeFileSync(made.at('opencode.db'), 'no database at all'.repeat(1000))
    const store = openOpencodeStore({ root: made.root, variables: {} })
    open.push(store)
    expect(store.list().state).toBe('unreadable')
    expect(store.read(pathOf('x'), null, { onReplaced: () => undefined, onRecord: () => undefined })).toEqual({
      kind: 'unreadable',
      reason: 'is not a database',
    })
  })

  it('notices that another database lies there, and that none does', async () => {
    const one = await start()
    const two = await start('1.18.34/nested')
    await one.writer.kill()
    await two.writer.kill()
    const follower = follow(one.root)
    const ino = follower.store.list().sources[0]?.ino
    for (const suffix of ['', '-wal', '-shm']) renameSync(two.at(`opencode.db${suffix}`), one.at(`opencode.db${suffix}`))
    await follower.untilLikeFresh()
    expect(Object.keys(follower.told()).length).toBe(3)
    expect(follower.store.list().sources[0]?.ino).not.toBe(ino)
    for (const suffix of ['', '-wal', '-shm']) rmSync(one.at(`opencode.db${suffix}`))
    await follower.until(() => Object.keys(follower.told()).length === 0)
    expect(follower.store.list()).toEqual({ state: 'found', sources: [], problems: [], places: [] })
  })
})

describe('secrets', () => {
  it('cannot be asked for', async () => {
    const { writer, at } = await start()
    await writer.run(
      ['CREATE TABLE account (access_token)'],
      ['INSERT INTO account VALUES (1)'],
      ['CREATE VIEW todo2 AS SELECT * FROM account'],
    )
    const database = new ReadOnlyDatabase(at('opencode.db'), 'shared')
    for (const sql of [
      'SELECT * FROM account',
      'SELECT * FROM todo2',
      'DELETE FROM part',
      'PRAGMA wal_checkpoint',
      "ATTACH 'x' AS y",
    ])
      expect(() => database.all(sql)).toThrow(/not authorized|prohibited/)
    expect(database.all('SELECT count(*) FROM session')).toEqual([[2]])
    database.close()
  })
})
