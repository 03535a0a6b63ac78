import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecorded, type Statement, upsert } from './testDatabases'

type Row = Readonly<Record<string, Statement[1]>>

/** What a recorded product wrote, commit by commit, so that it can be written again while somebody reads. */
export function recordedOrder(data: string): {
  readonly schema: readonly Statement[]
  readonly commits: readonly (readonly Statement[])[]
} {
  const recorded = readRecorded(join(data, 'opencode.db'))
  const finals = new Map(
    TABLES.flatMap((table) => recorded.rows(table).map((row) => [String(row['id']), { table, row }] as const)),
  )
  const events = recorded.rows('event')
  const commits = events.length > 0 ? logged(events, finals) : observed(data, finals)
  return { schema: recorded.schema, commits }
}

const TABLES = ['session', 'message', 'part']

type Finals = ReadonlyMap<string, { readonly table: string; readonly row: Row }>

/** Each entry of the log with the row it stands for; the last one of each row with the row as it stayed. */
function logged(events: readonly Row[], finals: Finals): readonly (readonly Statement[])[] {
  const last = new Map(
    events.flatMap((event, at) => [String(event['aggregate_id']), rowOf(event)?.id ?? ''].map((id) => [id, at])),
  )
  return events.map((event, at) => {
    const statements: Statement[] = []
    const said = rowOf(event)
    const own = String(event['aggregate_id'])
    const session = finals.get(own)?.row
    if (said && said.table !== 'session')
      statements.push(upsert(said.table, last.get(said.id) === at ? (finals.get(said.id)?.row ?? {}) : said.row))
    else if (said && session) statements.push(upsert('session', { ...session, ...said.row }))
    // The sums of a session are written without an entry.
    if (session && last.get(own) === at) statements.push(upsert('session', session))
    statements.push(upsert('event_sequence', { aggregate_id: own, seq: event['seq'] ?? null }), upsert('event', event))
    return statements
  })
}

/** The row that an entry stands for, as far as it says. */
function rowOf(event: Row): { readonly table: string; readonly id: string; readonly row: Row } | null {
  const { info, part, time } = JSON.parse(String(event['data']))
  if (part) {
    const { id, messageID, sessionID, ...rest } = part
    const row = {
      id,
      message_id: messageID,
      session_id: sessionID,
      time_created: time,
      time_updated: time,
      data: JSON.stringify(rest),
    }
    return { table: 'part', id, row }
  }
  if (!info) return null
  const { id, sessionID, ...rest } = info
  const { created, updated, completed } = info.time
  if (String(event['type']).startsWith('session.')) {
    return {
      table: 'session',
      id,
      row: { id, title: info.title, agent: info.agent ?? null, time_created: created, time_updated: updated },
    }
  }
  const row = { id, session_id: sessionID, time_created: created, time_updated: completed ?? created, data: JSON.stringify(rest) }
  return { table: 'message', id, row }
}

/** Releases without a log: what an observer saw of their rows. */
function observed(data: string, finals: Finals): readonly (readonly Statement[])[] {
  const lines = readFileSync(join(data, '../../db-watch.ndjson'), 'utf8').trimEnd().split('\n')
  const changes = lines.map((line) => JSON.parse(line)).filter(({ table }) => table === 'message' || table === 'part')
  const all = [...finals.values()]
  return [
    ...all
      .filter(({ table }) => table === 'session')
      .map(({ row }) => [upsert('session', { ...row, title: 'New session', time_updated: Number(row['time_created']) })]),
    ...changes.map(({ table, row }) => [upsert(table, { ...row, data: JSON.stringify(row.data) })]),
    ...all.map(({ table, row }) => [upsert(table, row)]),
  ]
}
