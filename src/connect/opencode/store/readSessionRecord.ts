import type { Cell, ReadOnlyDatabase, Row } from './readOnlyDatabase'
import { recordBytes } from './recordBytes'

const COLUMNS = [
  'parent_id',
  'directory',
  'title',
  'version',
  'agent',
  'model',
  'metadata',
  'permission',
  'time_created',
  'time_updated',
  'time_archived',
  'cost',
  'tokens_input',
  'tokens_output',
  'tokens_reasoning',
  'tokens_cache_read',
  'tokens_cache_write',
] as const

const NUMBER = /^(time_|tokens_|cost$)/

/** The record of a session, from its row; null: it is gone. */
export function readSessionRecord(database: ReadOnlyDatabase, id: string): Buffer | null {
  const has = database.columns('session')
  if (!has.has('id')) return null
  // A whole number beyond 2^53 would fail the statement, and the session with it.
  const columns = COLUMNS.map((name) => (!has.has(name) ? 'NULL' : NUMBER.test(name) ? `CAST(${name} AS REAL)` : name))
  const row = database.first(`SELECT ${columns.join(', ')} FROM session WHERE id = ?`, id)
  return row ? sessionBytes(id, row, has.has('cost') && has.has('tokens_input')) : null
}

function sessionBytes(id: string, row: Row, isCounted: boolean): Buffer {
  const cell = (name: (typeof COLUMNS)[number]): Cell => row[COLUMNS.indexOf(name)] ?? null
  const number = (name: (typeof COLUMNS)[number]): number => Number(cell(name) ?? 0) || 0
  const archived = cell('time_archived')
  const data = {
    id,
    parentID: words(cell('parent_id')),
    directory: words(cell('directory')) ?? '',
    title: words(cell('title')) ?? '',
    version: words(cell('version')) ?? '',
    agent: words(cell('agent')),
    model: document(cell('model')),
    metadata: document(cell('metadata')),
    permission: document(cell('permission')),
    time: { created: number('time_created'), updated: number('time_updated'), ...(archived === null ? {} : { archived }) },
    ...(isCounted && {
      cost: number('cost'),
      tokens: {
        input: number('tokens_input'),
        output: number('tokens_output'),
        reasoning: number('tokens_reasoning'),
        cache: { read: number('tokens_cache_read'), write: number('tokens_cache_write') },
      },
    }),
  }
  return recordBytes('session', data.time.updated, Buffer.from(JSON.stringify(data)))
}

function words(cell: Cell): string | null {
  return typeof cell === 'string' ? cell : null
}

/** A column that holds JSON, or anything else. */
function document(cell: Cell): unknown {
  if (typeof cell !== 'string') return null
  try {
    return JSON.parse(cell)
  } catch {
    return null
  }
}
