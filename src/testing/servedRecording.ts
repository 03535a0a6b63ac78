import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOpencodeStore } from '../connect/opencode/store/openOpencodeStore'
import { opencode } from '../core/providers/opencode/opencode'
import { asObject, type Json } from '../core/readJson'
import type { TreeView } from '../shared/views'
import { loadOpencodeRecording } from './opencodeRecordings'
import type { SessionServer } from './sessionServer'
import { treesOf } from './treesOf'

const FIXTURES = join(import.meta.dirname, '../../fixtures/opencode')

export interface RecordedEvent {
  readonly type: string
  readonly properties: Json
}

/** What a server said while a recording was made, without its first word. */
export function recordedEvents(name: string): RecordedEvent[] {
  const lines = readFileSync(join(FIXTURES, name, 'events.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => (JSON.parse(line) as { data: RecordedEvent }).data).filter(({ type }) => type !== 'server.connected')
}

/** The trees that its database says, with the addresses that records have where only a server tells of them. */
export function recordedTrees(name: string): Record<string, TreeView> {
  const root = mkdtempSync(join(tmpdir(), 'understory-served-'))
  cpSync(join(FIXTURES, name, 'data/opencode'), root, { recursive: true })
  const store = openOpencodeStore({ root, variables: {} })
  const trees = JSON.stringify(treesOf(opencode, store)).replaceAll('"opencode.db/', '"servers/')
  store.close()
  rmSync(root, { recursive: true })
  return JSON.parse(trees) as Record<string, TreeView>
}

/** Lets a server answer as the one that was recorded would at the end. */
export function answerAsRecorded(server: SessionServer, name: string): void {
  const { sessions } = loadOpencodeRecording(name)
  const infos = sessions.flatMap(({ records }) => records.filter(({ kind }) => kind === 'session').map(({ data }) => data))
  server.answers.set('/path', { directory: infos[0]?.['directory'] })
  server.answers.set('/session', infos)
  for (const { id, records } of sessions) {
    const own = infos.find((info) => info['id'] === id)
    const messages = records.filter(({ kind }) => kind === 'message').map(({ data }) => data)
    const parts = records.filter(({ kind }) => kind === 'part').map(({ data }) => data)
    const told = messages.map((info) => ({ info, parts: parts.filter((part) => part['messageID'] === info['id']) }))
    server.answers.set(`/session/${id}`, own)
    server.answers.set(`/session/${id}/message`, told)
    server.answers.set(
      `/session/${id}/children`,
      infos.filter((info) => info['parentID'] === id),
    )
  }
}

/** The record that an event is about: of one record states come in order, whatever else is mixed up. */
export function recordOf({ type, properties }: RecordedEvent): string {
  const [info, part] = [asObject(properties['info']), asObject(properties['part'])]
  return type.startsWith('session.') ? `session ${info?.['id']}` : `${info?.['id'] ?? part?.['id'] ?? type}`
}

/** The events in another order: `picks` chooses the record whose next state comes. */
export function mixed(events: readonly RecordedEvent[], picks: readonly number[]): RecordedEvent[] {
  const waiting = new Map<string, RecordedEvent[]>()
  for (const event of events) waiting.set(recordOf(event), [...(waiting.get(recordOf(event)) ?? []), event])
  const result: RecordedEvent[] = []
  for (let at = 0; waiting.size > 0; at++) {
    const [key, states] = [...waiting][(picks[at % picks.length] ?? 0) % waiting.size]!
    result.push(states.shift()!)
    if (states.length === 0) waiting.delete(key)
  }
  return result
}
