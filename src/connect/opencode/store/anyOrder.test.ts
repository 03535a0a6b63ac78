import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoreCursor } from '../../../core/sourceStore'
import { openOpencodeStore } from './openOpencodeStore'
import { readFresh } from './storeFollower'
import { PRAGMAS, readRecorded, type Statement, upsert } from './testDatabases'

const { schema } = readRecorded(
  join(import.meta.dirname, '../../../../fixtures/opencode/1.18.34/single/data/opencode/opencode.db'),
)

type Step = readonly [
  act: 'session' | 'message' | 'part' | 'removePart' | 'removeMessage' | 'removeSession' | 'compact' | 'read',
  which: number,
  at: number,
]

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>(
      'session',
      'message',
      'part',
      'part',
      'part',
      'removePart',
      'removeMessage',
      'removeSession',
      'compact',
      'read',
      'read',
    ),
    fc.nat(11),
    // Few moments: many rows are written in the same millisecond, or stamped earlier than others.
    fc.nat(3),
  ),
  { maxLength: 60 },
)

/** Sessions s0–s2, four messages each, four parts each. */
function statementsOf([act, which, at]: Step, turn: number): { session: string; entries: [string, object][]; rows: Statement[] } {
  const session = `ses_${which % 3}`
  const message = `msg_${which}`
  const part = `prt_${which}_${at}`
  const stamp = { time_created: 100 + which, time_updated: 1000 + at }
  switch (act) {
    case 'session': {
      const row = {
        id: session,
        project_id: 'p',
        parent_id: which > 5 ? 'ses_0' : null,
        slug: '',
        directory: '/w',
        title: `t${at}`,
        version: '1',
        ...stamp,
      }
      return { session, entries: [['session.updated.1', { info: { id: session } }]], rows: [upsert('session', row)] }
    }
    case 'message': {
      const row = { id: message, session_id: session, ...stamp, data: JSON.stringify({ role: 'user', n: turn % 10 }) }
      return { session, entries: [['message.updated.1', { info: { id: message } }]], rows: [upsert('message', row)] }
    }
    case 'part': {
      const row = {
        id: part,
        message_id: message,
        session_id: session,
        ...stamp,
        data: JSON.stringify({ type: 'text', n: turn % 10 }),
      }
      const parent = { id: message, session_id: session, time_created: 100 + which, time_updated: 1000, data: '{}' }
      const [sql, ...values] = upsert('message', parent)
      const missing: Statement = [sql.replace(/DO UPDATE.*/s, 'DO NOTHING'), ...values]
      const begun: [string, object] = ['message.updated.1', { info: { id: message } }]
      return {
        session,
        entries: [begun, ['message.part.updated.1', { part: { id: part } }]],
        rows: [missing, upsert('part', row)],
      }
    }
    case 'removePart':
      return { session, entries: [['message.part.removed.1', { partID: part }]], rows: [['DELETE FROM part WHERE id = ?', part]] }
    case 'removeMessage': {
      const rows: Statement[] = [
        ['DELETE FROM part WHERE message_id = ?', message],
        ['DELETE FROM message WHERE id = ?', message],
      ]
      return { session, entries: [['message.removed.1', { messageID: message }]], rows }
    }
    case 'removeSession': {
      const tables = {
        part: 'session_id',
        message: 'session_id',
        session: 'id',
        event: 'aggregate_id',
        event_sequence: 'aggregate_id',
      }
      return {
        session,
        entries: [],
        rows: Object.entries(tables).map(([table, key]) => [`DELETE FROM ${table} WHERE ${key} = ?`, session]),
      }
    }
    case 'compact':
    case 'read':
      return { session, entries: [], rows: [] }
    default:
      return act satisfies never
  }
}

function check(list: readonly Step[], isLogged: boolean): void {
  const root = mkdtempSync(join(tmpdir(), 'understory-order-'))
  const writer = new DatabaseSync(join(root, 'opencode.db'))
  const store = openOpencodeStore({ root, variables: {} })
  const cursors = new Map<string, StoreCursor>()
  const told = new Map<string, Map<string, string>>()
  try {
    writer.exec(PRAGMAS)
    for (const [sql] of schema) writer.exec(sql)
    const readOn = (isToEnd: boolean): void => {
      const { sources } = store.list()
      const there = new Set(sources.map(({ path }) => path))
      for (const path of told.keys()) {
        if (there.has(path)) continue
        told.delete(path)
        cursors.delete(path)
      }
      for (const { path } of sources) {
        const records = told.get(path) ?? new Map<string, string>()
        told.set(path, records)
        for (let isRead = false; !isRead; ) {
          const sink = {
            onReplaced: () => records.clear(),
            onRecord: (id: string, json: Uint8Array) => void records.set(id, Buffer.from(json).toString()),
          }
          const reading = store.read(path, cursors.get(path) ?? null, sink, () => true)
          if (reading.kind !== 'read') return expect.unreachable()
          cursors.set(path, reading.cursor)
          isRead = !isToEnd || reading.isComplete
        }
      }
    }
    for (const [turn, step] of list.entries()) {
      if (step[0] === 'read') readOn(false)
      if (step[0] === 'compact') writer.exec('VACUUM')
      const { session, entries, rows } = statementsOf(step, turn)
      const isThere = writer.prepare('SELECT 1 FROM session WHERE id = ?').get(session) !== undefined
      // As the product's own constraints have it: no rows without their session.
      if (!isThere && step[0] !== 'session') continue
      const numbered = isLogged ? entries.flatMap((entry, at) => entriesOf(session, entry, `${turn}_${at}`)) : []
      writer.exec('BEGIN')
      for (const [sql, ...values] of [...rows, ...numbered]) writer.prepare(sql).run(...values)
      writer.exec('COMMIT')
    }
    readOn(true)
    // What was written between two pieces comes with the reading after them.
    readOn(true)
    const records = [...told].map(([path, map]) => [path, Object.fromEntries(map)])
    expect(Object.fromEntries(records)).toEqual(readFresh(root))
  } finally {
    store.close()
    writer.close()
    rmSync(root, { recursive: true, force: true })
  }
}

function entriesOf(session: string, [type, data]: [string, object], name: string): Statement[] {
  return [
    [
      `INSERT INTO event_sequence (aggregate_id, seq) VALUES (?, 0) ON CONFLICT (aggregate_id) DO UPDATE SET seq = seq + 1`,
      session,
    ],
    [
      `INSERT INTO event SELECT ?, aggregate_id, seq, ?, ? FROM event_sequence WHERE aggregate_id = ?`,
      `evt_${name}`,
      type,
      JSON.stringify({ sessionID: session, ...data }),
      session,
    ],
  ]
}

describe('in whatever order it is written, reading on ends where reading anew begins', () => {
  it('with a log', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(steps, (list) => check(list, true)),
      { numRuns: 60 },
    )
  })

  it('without one', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(steps, (list) => check(list, false)),
      { numRuns: 60 },
    )
  })
})
