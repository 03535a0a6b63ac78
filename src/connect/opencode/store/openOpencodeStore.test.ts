import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openOpencodeStore } from './openOpencodeStore'
import { recordedOrder } from './recordedOrder'
import { followStore, readFresh, type StoreFollower } from './storeFollower'
import { makeTestDatabases, type TestDatabases } from './testDatabases'

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/opencode')
const recordings = globSync('*/*/data/opencode', { cwd: FIXTURES }).sort()
const open: { close(): void | Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function makeRoot(): TestDatabases {
  const made = makeTestDatabases()
  open.push(made)
  return made
}

function follow(root: string): StoreFollower {
  const follower = followStore(root)
  open.push(follower)
  return follower
}

describe('every recording', () => {
  it.each(recordings)('%s', (name) => {
    const root = join(FIXTURES, name)
    const before = treeOf(root)
    const store = openOpencodeStore({ root, variables: {} })
    const { state, sources, problems } = store.list()
    expect({ state, problems }).toEqual({ state: 'found', problems: [] })
    const { runs } = JSON.parse(readFileSync(join(root, '../../expected.json'), 'utf8'))
    const expected = runs.flatMap((run: ExpectedRun) =>
      run.agents.filter(({ id }) => id !== null).map(({ id }) => ({ id, run: run.id })),
    )
    const listed = sources.map(({ spec }) => ({ id: spec.agent ?? spec.run, run: spec.run }))
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
    expect(listed.sort(byId)).toEqual(expected.sort(byId))
    for (const source of sources) {
      expect(store.look(source.path)).toEqual(source)
      expect(source.path.startsWith('/')).toBe(false)
      const { ids, cursor } = checkReading(store, source.path)
      const later: string[] = []
      const again = store.read(source.path, cursor, {
        onReplaced: () => later.push('replaced'),
        onRecord: (id) => later.push(id),
      })
      expect([again.kind, later]).toEqual(['read', []])
      for (const id of ids) expect(store.record(source.path, id)).not.toBeNull()
      const tail: string[] = []
      store.tail(source.path, 5, (id) => tail.push(id))
      expect(tail).toEqual(ids.slice(ids.length - tail.length))
      expect(tail.length).toBeGreaterThanOrEqual(Math.min(5, ids.length))
    }
    store.close()
    expect(treeOf(root)).toEqual(before)
  })
})

describe('written by another program while we read', () => {
  const databases = recordings.filter((name) => existsSync(join(FIXTURES, name, 'opencode.db')) && !name.includes('imported'))
  it.each(databases)('%s', { timeout: 20_000 }, async (name) => {
    const { root, write } = makeRoot()
    const { schema, commits } = recordedOrder(join(FIXTURES, name))
    const writer = await write()
    const follower = follow(root)
    for (const statement of schema) await writer.run(statement)
    for (const commit of commits) await writer.run(['BEGIN'], ...commit, ['COMMIT'])
    const recorded = readFresh(join(FIXTURES, name))
    expect(readFresh(root)).toEqual(recorded)
    await follower.untilLikeFresh()
    if (commits.every((commit) => commit.length === 1)) expect(follower.repeated).toEqual([])
    expect(follower.replaced).toEqual([])
  })

  const storages = recordings.filter((name) => existsSync(join(FIXTURES, name, '../../storage-watch.ndjson')))
  it.each(storages)('documents: %s', { timeout: 20_000 }, async (name) => {
    const { root, at } = makeRoot()
    const follower = follow(root)
    const lines = readFileSync(join(FIXTURES, name, '../../storage-watch.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
    for (const line of lines) {
      const { file, row } = JSON.parse(line)
      const path = at(`storage/${file}.json`.replace(/\.json\.json$/, '.json'))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(row))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await follower.untilLikeFresh()
    expect(Object.keys(follower.told()).length).toBe(2)
    expect(Object.keys(readFresh(root)).sort()).toEqual(Object.keys(readFresh(join(FIXTURES, name))).sort())
  })
})

interface ExpectedRun {
  readonly id: string
  readonly agents: readonly { readonly id: string | null }[]
}

function checkReading(store: ReturnType<typeof openOpencodeStore>, path: string) {
  const ids: string[] = []
  const kinds: string[] = []
  const reading = store.read(path, null, {
    onReplaced: () => expect.unreachable(),
    onRecord: (id, json) => {
      const record = JSON.parse(Buffer.from(json).toString())
      ids.push(id)
      kinds.push(record.kind)
      expect(`${record.kind}:${record.data.id}`).toBe(id)
      expect(record.at).toBeGreaterThan(0)
    },
  })
  if (reading.kind !== 'read') return expect.unreachable()
  expect(kinds[0]).toBe('session')
  expect(new Set(ids).size).toBe(ids.length)
  return { ids, cursor: reading.cursor }
}

/** Names, sizes and times of all that lies in a folder. */
function treeOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${statSync(join(root, name)).size} ${statSync(join(root, name)).mtimeMs}`)
}
