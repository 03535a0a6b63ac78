import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AgentEvent } from '../core/event'
import type { LineSketch } from '../core/itemBody'
import { applyTo, type Forest, newForest, runOf } from '../core/model/forest'
import type { Decoder, SourceSpec } from '../core/provider'
import { opencode } from '../core/providers/opencode/opencode'
import { asObject, asText, type Json, parseJson } from '../core/readJson'

const FIXTURES = join(import.meta.dirname, '../../fixtures/opencode')

/** A record of the store, before it is bytes. */
export interface StoreRecord {
  readonly kind: 'session' | 'message' | 'part'
  readonly at: number
  readonly data: Json
}

export interface RecordedSession {
  readonly id: string
  readonly path: string
  readonly run: string
  readonly spec: SourceSpec
  /** As the store says them in a first reading. */
  readonly records: readonly StoreRecord[]
  /** Every state that each of them had, in the order in which they were written; empty where the release kept no log. */
  readonly history: readonly StoreRecord[]
}

export interface StoredRecording {
  readonly name: string
  readonly expected: string
  readonly sessions: readonly RecordedSession[]
}

interface Rows {
  readonly sessions: Json[]
  readonly messages: Json[]
  readonly parts: Json[]
  readonly history: Map<string, StoreRecord[]>
}

const loaded = new Map<string, StoredRecording>()

/** Names of all recordings, `<version>/<scenario>`. */
export function opencodeRecordingNames(): string[] {
  return readdirSync(FIXTURES).flatMap((version) =>
    readdirSync(join(FIXTURES, version)).flatMap((scenario) =>
      existsSync(join(FIXTURES, version, scenario, 'expected.json')) ? [`${version}/${scenario}`] : [],
    ),
  )
}

/** What lies in a database counts more than what an old folder says of the same session. */
export function loadOpencodeRecording(name: string): StoredRecording {
  const known = loaded.get(name)
  if (known) return known
  const root = join(FIXTURES, name, 'data/opencode')
  const rows = existsSync(join(root, 'opencode.db')) ? readRows(join(root, 'opencode.db')) : noRows()
  const ids = new Set(rows.sessions.map((one) => one['id']))
  const old = existsSync(join(root, 'storage')) ? readFolder(join(root, 'storage')) : noRows()
  for (const key of ['sessions', 'messages', 'parts'] as const)
    rows[key].push(...old[key].filter((one) => !ids.has(key === 'sessions' ? one['id'] : one['sessionID'])))
  const recording = { name, expected: join(FIXTURES, name, 'expected.json'), sessions: sessionsOf(rows) }
  loaded.set(name, recording)
  return recording
}

function noRows(): Rows {
  return { sessions: [], messages: [], parts: [], history: new Map() }
}

function readRows(path: string): Rows {
  const database = new DatabaseSync(path, { readOnly: true })
  const all = (sql: string): Json[] => database.prepare(sql).all()
  const sessions = all('SELECT * FROM session').map((row) => ({
    ...{ id: row['id'], parentID: row['parent_id'], directory: row['directory'], title: row['title'], version: row['version'] },
    ...{ agent: row['agent'] ?? null, model: jsonOf(row['model']), permission: jsonOf(row['permission']) },
    time: { created: row['time_created'], updated: row['time_updated'] },
  }))
  const messages = all('SELECT * FROM message').map((row) => ({
    ...asObject(jsonOf(row['data'])),
    ...{ id: row['id'], sessionID: row['session_id'] },
  }))
  const parts = all('SELECT * FROM part').map((row) => ({
    ...asObject(jsonOf(row['data'])),
    ...{ id: row['id'], messageID: row['message_id'], sessionID: row['session_id'] },
  }))
  const hasLog = all("SELECT name FROM sqlite_master WHERE name = 'event'").length > 0
  const history = new Map<string, StoreRecord[]>()
  for (const row of hasLog ? all('SELECT * FROM event ORDER BY aggregate_id, seq') : []) {
    const record = recordOf(asText(row['type']) ?? '', asObject(jsonOf(row['data'])) ?? {})
    const id = asText(row['aggregate_id']) ?? ''
    if (record) history.set(id, [...(history.get(id) ?? []), record])
  }
  database.close()
  return { sessions, messages, parts, history }
}

function recordOf(type: string, data: Json): StoreRecord | null {
  const at = 0
  if (type.startsWith('session.created') || type.startsWith('session.updated'))
    return { kind: 'session', at, data: asObject(data['info']) ?? {} }
  if (type.startsWith('message.updated')) return { kind: 'message', at, data: asObject(data['info']) ?? {} }
  if (type.startsWith('message.part.updated')) return { kind: 'part', at, data: asObject(data['part']) ?? {} }
  return null
}

function readFolder(root: string): Rows {
  const documents = (kind: string): Json[] => {
    const folder = join(root, kind)
    if (!existsSync(folder)) return []
    return readdirSync(folder).flatMap((owner) =>
      readdirSync(join(folder, owner)).map((file) => asObject(jsonOf(readFileSync(join(folder, owner, file), 'utf8'))) ?? {}),
    )
  }
  return { sessions: documents('session'), messages: documents('message'), parts: documents('part'), history: new Map() }
}

function sessionsOf({ sessions, messages, parts, history }: Rows): RecordedSession[] {
  const parentOf = new Map(sessions.map((one) => [one['id'], asText(one['parentID'])]))
  const rootOf = (id: string): string => {
    const parent = parentOf.get(id)
    return parent ? rootOf(parent) : id
  }
  return sessions.map((session) => {
    const id = asText(session['id']) ?? ''
    const run = rootOf(id)
    const records: StoreRecord[] = [{ kind: 'session', at: 0, data: session }]
    for (const message of messages.filter((one) => one['sessionID'] === id).sort(byTime)) {
      records.push({ kind: 'message', at: 0, data: message })
      for (const part of parts.filter((one) => one['messageID'] === message['id']).sort(byId))
        records.push({ kind: 'part', at: 0, data: part })
    }
    const isRoot = run === id
    const spec: SourceSpec = {
      ...{ format: 'records', role: isRoot ? 'main' : 'agent', run, agent: isRoot ? null : id, group: null, project: '' },
    }
    return { id, path: `sessions/${id}`, run, spec, records, history: history.get(id) ?? [] }
  })
}

function byTime(a: Json, b: Json): number {
  return Number(asObject(a['time'])?.['created']) - Number(asObject(b['time'])?.['created']) || byId(a, b)
}

function byId(a: Json, b: Json): number {
  return String(a['id']) < String(b['id']) ? -1 : 1
}

function jsonOf(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(text) : null
}

/** Reads one session into a forest, record by record, and keeps its transcript along. */
export interface SessionFeeder {
  readonly sketches: readonly LineSketch[]
  push(record: StoreRecord): void
  settle(): void
  finish(): void
}

export function feedSession(forest: Forest, session: Pick<RecordedSession, 'path' | 'run' | 'spec'>): SessionFeeder {
  const run = runOf(forest, opencode.id, session.run)
  const decoder: Decoder = opencode.openDecoder(session.spec, session.run)
  const sketches: LineSketch[] = []
  let line = 0
  const onEvent = (event: AgentEvent): void => applyTo(run, session.path, event, line)
  const onSketch = (sketch: LineSketch): void => void sketches.push(sketch)
  return {
    sketches,
    push(record) {
      line++
      const bytes = Buffer.from(JSON.stringify(record))
      decoder.line(bytes, 0, bytes.length, onEvent, onSketch)
    },
    settle: () => decoder.settle?.(onEvent, onSketch),
    finish: () => decoder.finish?.(onEvent, onSketch),
  }
}

/** The forest of these sessions, each read whole, in the order given; nobody is left to write more. */
export function opencodeForestOf(sessions: readonly RecordedSession[]): Forest {
  const forest = newForest()
  for (const session of sessions) {
    const feeder = feedSession(forest, session)
    for (const record of session.records) feeder.push(record)
    feeder.finish()
  }
  return forest
}
