import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { readRecorded, type Statement, upsert } from './testDatabases'

type Row = Readonly<Record<string, SQLInputValue>>

/** What a recorded product wrote, commit by commit, so that it can be written again while somebody reads. */
export function recordedOrder(data: string): {
  readonly schema: readonly Statement[]
  readonly commits: readonly (readonly Statement[])[]
} {
  const recorded = readRecorded(join(data, 'opencode.db'))
  const finals = ['session', 'message', 'part'].flatMap((table) => recorded.rows(table).map((row) => [upsert(table, row)]))
  const logged = recorded.rows('event').map((event) => commitOf(event, recorded.rows('session')))
  return {
    schema: recorded.schema,
    commits: [...(logged.length > 0 ? logged : observed(data, recorded.rows('session'))), ...finals],
  }
}

/** One entry of the log with the rows it stands for, as the product commits them. */
function commitOf(event: Row, sessions: readonly Row[]): readonly Statement[] {
  const said = JSON.parse(String(event['data']))
  const numbered: Statement[] = [
    upsert('event_sequence', { aggregate_id: event['aggregate_id'] ?? null, seq: event['seq'] ?? null }),
    upsert('event', event),
  ]
  const { sessionID, info, part, time } = said
  if (part) return [upsert('part', partRow(part, time)), ...numbered]
  if (String(event['type']).startsWith('message.updated')) return [upsert('message', messageRow(info)), ...numbered]
  const session = sessions.find(({ id }) => id === sessionID)
  if (!info || !session) return numbered
  const { created, updated } = info.time
  const row = {
    ...session,
    title: info.title,
    agent: info.agent ?? null,
    cost: info.cost ?? 0,
    time_created: created,
    time_updated: updated,
  }
  return [upsert('session', row), ...numbered]
}

function messageRow({
  id,
  sessionID,
  ...data
}: {
  id: string
  sessionID: string
  time: { created: number; completed?: number }
}): Row {
  const { created, completed } = data.time
  return { id, session_id: sessionID, time_created: created, time_updated: completed ?? created, data: JSON.stringify(data) }
}

function partRow({ id, messageID, sessionID, ...data }: { id: string; messageID: string; sessionID: string }, time: number): Row {
  return { id, message_id: messageID, session_id: sessionID, time_created: time, time_updated: time, data: JSON.stringify(data) }
}

/** Releases without a log: what an observer saw of their rows. */
function observed(data: string, sessions: readonly Row[]): readonly (readonly Statement[])[] {
  const path = join(data, '../../db-watch.ndjson')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const changes = lines.map((line) => JSON.parse(line)).filter(({ table }) => table === 'message' || table === 'part')
  return [
    ...sessions.map((row) => [upsert('session', { ...row, title: 'New session' })]),
    ...changes.map(({ table, row }) => [upsert(table, { ...row, data: JSON.stringify(row.data) })]),
  ]
}
