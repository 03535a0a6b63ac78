import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { watchWith } from '../testing/watchClient'

const NESTED = join(import.meta.dirname, '../../fixtures/opencode/1.18.34/nested/data/opencode')
const RUN = 'ses_e118a08feffedq1ObFI9Gd9dy0'
const CHILD = 'ses_e118a02ceffeWJk8aGxyID9JKb'
const ALL = { provider: null, project: null, liveOnly: false, limit: null }
const ORIGIN = `opencode://${RUN}/${CHILD}`
const FORKED_AT = 1795002080000

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
  cpSync(NESTED, place.root, { recursive: true })
})
afterEach(() => place.close())

const uri = (id: string) => RunUri.parse(`opencode://${id}`)
const open = () => place.open({ roots: { opencode: place.root } })

function write(change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(place.at('opencode.db'))
  change(database)
  database.close()
}

type Row = Record<string, string | number | null>

/** As the product forks: a new session without a parent, every message and part again under new ids. */
function fork(of: string, id: string, title: string): void {
  write((database) => {
    const copy = (table: string, where: string, change: (row: Row) => Row): void => {
      for (const row of database.prepare(`SELECT * FROM ${table} WHERE ${where} = ?`).all(of) as Row[]) {
        const made = change(row)
        const names = Object.keys(made)
        const marks = names.map(() => '?').join(', ')
        database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`).run(...Object.values(made))
      }
    }
    database.exec('BEGIN')
    const times = { time_created: FORKED_AT, time_updated: FORKED_AT }
    copy('session', 'id', (row) => ({ ...row, ...times, id, slug: id, parent_id: null, title }))
    copy('message', 'session_id', (row) => ({ ...row, id: `${row['id']}${id}`, session_id: id }))
    const ids = (row: Row): Row => ({ id: `${row['id']}${id}`, message_id: `${row['message_id']}${id}`, session_id: id })
    copy('part', 'session_id', (row) => ({ ...row, ...ids(row) }))
    database.exec('COMMIT')
  })
}

const FORK = 'ses_e1180000dffeFork1'
const SECOND = 'ses_e1180000cffeFork2'
const TITLE = 'Lead the analysis (@lead subagent) (fork #1)'

it('a fork of a sub-agent names it and counts nothing of its work, in list, tree and watch', async () => {
  const engine = await open()
  const client = await watchWith(engine, null)
  expect((await engine.list(ALL)).map(({ id }) => id)).toEqual([RUN])
  fork(CHILD, FORK, TITLE)
  await client.until(() => client.rows.get(uri(FORK))?.forkedFrom === ORIGIN)
  fork(FORK, SECOND, 'Lead the analysis (@lead subagent) (fork #2)')
  await client.until(() => client.rows.has(uri(SECOND)) && client.rows.get(uri(SECOND))?.usage.requests === 0)
  for (const look of ['first', 'from the index']) {
    const rows = await engine.list(ALL)
    const told = rows.map((row) => [row.id, row.forkedFrom, row.usage.requests]).sort()
    expect(told, look).toEqual([
      [SECOND, expect.stringMatching(/^opencode:/), 0],
      [FORK, ORIGIN, 0],
      [RUN, null, 6],
    ])
    for (const row of rows) {
      expect(client.rows.get(row.uri)).toEqual(row)
      const tree = await engine.tree(row.uri)
      expect(tree.ok && [tree.value.forkedFrom, tree.value.usage]).toEqual([row.forkedFrom, row.usage])
    }
  }
})

it('when the sub-agent is gone, what was copied of it is counted where it still is', async () => {
  fork(CHILD, FORK, TITLE)
  const engine = await open()
  const client = await watchWith(engine, null)
  const row = async () => (await engine.list(ALL)).find(({ id }) => id === FORK)
  expect(await row()).toMatchObject({ forkedFrom: ORIGIN, usage: { requests: 0 } })
  write((database) => database.prepare('DELETE FROM session WHERE id != ?').run(FORK))
  await client.until(() => client.rows.get(uri(FORK))?.forkedFrom === null)
  expect(client.rows.get(uri(FORK))?.usage.requests).toBe(2)
  expect(await row()).toMatchObject({ forkedFrom: null, usage: { requests: 2 } })
})

it('one that is only called like a fork of it is none', async () => {
  fork(CHILD, FORK, TITLE)
  write((database) => {
    const moved = `UPDATE message SET data = json_set(data, '$.time.created', ${FORKED_AT}) WHERE session_id = ?`
    database.prepare(moved).run(FORK)
  })
  const engine = await open()
  expect((await engine.list(ALL)).find(({ id }) => id === FORK)).toMatchObject({ forkedFrom: null, usage: { requests: 2 } })
})
