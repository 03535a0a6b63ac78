import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openOpencodeStore } from './openOpencodeStore'
import { followStore, readFresh } from './storeFollower'
import { makeTestDatabases, type TestDatabases } from './testDatabases'

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/opencode')
const open: { close(): void | Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

function makeRoot(...recordings: readonly string[]): TestDatabases {
  const made = makeTestDatabases()
  open.push(made)
  for (const name of recordings) cpSync(join(FIXTURES, name, 'data/opencode'), made.root, { recursive: true })
  return made
}

function listed(root: string, variables: Readonly<Record<string, string>> = {}) {
  const store = openOpencodeStore({ root, variables })
  const { sources } = store.list()
  store.close()
  return sources
}

function follow(root: string) {
  const follower = followStore(root)
  open.push(follower)
  return follower
}

describe('several places at once', () => {
  it('shows a session that is in both from the database, and one that is only in documents from there', () => {
    const { root } = makeRoot('1.0.185/resume', '1.2.27/json-imported')
    const paths = listed(root).map(({ path }) => path.replace(/^(storage).*/, '$1'))
    expect(paths.sort()).toEqual([
      'opencode.db/ses_e117e41b8ffey4ST2gfxG4ld2x',
      'opencode.db/ses_e117e4535ffen36Q0yp3YKy085',
      'storage',
      'storage',
    ])
  })

  it('hands a session over when it is imported', async () => {
    const { root } = makeRoot('1.0.185/single')
    const follower = follow(root)
    expect(Object.keys(follower.told()).every((path) => path.startsWith('storage/'))).toBe(true)
    cpSync(join(FIXTURES, '1.2.27/json-imported/data/opencode/opencode.db'), join(root, 'opencode.db'))
    await follower.untilLikeFresh()
    expect(Object.keys(follower.told()).every((path) => path.startsWith('opencode.db/'))).toBe(true)
  })

  it('reads the database the environment names, without telling where it lies', () => {
    const { root, at } = makeRoot('1.18.34/single')
    const outside = join(dirname(root), 'elsewhere.db')
    renameSync(at('opencode.db'), outside)
    expect(listed(root)).toEqual([])
    expect(listed(root, { OPENCODE_DB: outside }).map(({ path }) => path)[0]).toMatch(/^OPENCODE_DB\/elsewhere\.db\/ses_/)
    mkdirSync(at('deep'))
    renameSync(outside, at('deep/my.db'))
    for (const named of ['deep/my.db', at('deep/my.db')])
      expect(listed(root, { OPENCODE_DB: named }).map(({ path }) => path)[0]).toMatch(/^deep\/my\.db\/ses_/)
    expect(listed(root, { OPENCODE_DB: ':memory:' })).toEqual([])
  })

  it('says that a database is no file', () => {
    const { root, at } = makeRoot()
    mkdirSync(at('opencode.db'))
    const store = openOpencodeStore({ root, variables: {} })
    expect(store.list()).toMatchObject({ sources: [], problems: [{ path: 'opencode.db', reason: 'is no file' }] })
    store.close()
  })

  it('makes a family of a fork and what it was copied from, and of nobody else', () => {
    const families = listed(makeRoot('1.18.34/resume').root).map(({ family }) => family)
    expect(families.filter((family) => family !== null).length).toBe(2)
    expect(listed(makeRoot('1.18.34/single').root).map(({ family }) => family)).toEqual([null, null])
  })
})

describe('documents', () => {
  const SESSION = 'storage/session/af39e1ac7492fb5395d0a49bf8955427992a8ba8/ses_e117b982fffewhBfpUE2RmojuW.json'
  const PART = 'storage/part/msg_1ee84758c001FND1wr43fPOHBv/prt_1ee847827001jn3ZmROaVwIqi8.json'

  it('are told when they are whole', async () => {
    const { root, at } = makeRoot('1.1.65/single')
    const follower = follow(root)
    writeFileSync(at(PART), '{"id":"prt_1ee84782')
    await follower.until(() => follower.hints.length > 0)
    expect(follower.told()[SESSION]?.['part:prt_1ee847827001jn3ZmROaVwIqi8']).toContain('"type":"text"')
    writeFileSync(at(PART), '{"id":"prt_1ee847827001jn3ZmROaVwIqi8","type":"text","text":"whole"}')
    await follower.until(() => follower.told()[SESSION]?.['part:prt_1ee847827001jn3ZmROaVwIqi8']?.includes('whole') ?? false)
    await follower.untilLikeFresh()
    expect(follower.replaced).toEqual([])
  })

  it('that stay rubbish are told as they are', async () => {
    const { root, at } = makeRoot('1.1.65/single')
    const follower = follow(root)
    writeFileSync(at(PART), 'rubbish')
    await follower.until(() => follower.told()[SESSION]?.['part:prt_1ee847827001jn3ZmROaVwIqi8']?.includes('rubbish') ?? false)
    await follower.untilLikeFresh()
  })

  it('that are half written when a session begins are found', async () => {
    const { root, at } = makeRoot('1.1.65/single')
    const follower = follow(root)
    const path = at(SESSION.replace('ses_e117b982', 'ses_new'))
    writeFileSync(path, '{"id":"ses')
    expect(Object.keys(readFresh(root)).length).toBe(2)
    writeFileSync(path, '{"id":"ses_newfffewhBfpUE2RmojuW","directory":"/w","title":"t","time":{"created":1,"updated":2}}')
    await follower.until(() => Object.keys(follower.told()).length === 3)
  })

  it('that are gone take their session with them, or are told anew', async () => {
    const { root, at } = makeRoot('1.1.65/single')
    const follower = follow(root)
    rmSync(at(PART))
    await follower.until(() => follower.replaced.includes(SESSION))
    await follower.untilLikeFresh()
    rmSync(at(SESSION))
    await follower.until(() => Object.keys(follower.told()).length === 1)
  })
})
