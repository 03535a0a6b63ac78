import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import type { WatchFrame } from '../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { WatchClient } from '../testing/watchClient'

const RECORDED = join(import.meta.dirname, '../../fixtures/opencode/1.18.34/single/data/opencode')
const RUN = 'ses_e118af0f2ffepUg5SKVe1TgxQu'
const URI = RunUri.parse(`opencode://${RUN}`)
const MESSAGES = 1500

let place: TemporaryRoot
let root: string
let writer: DatabaseSync
beforeEach(() => {
  place = makeTemporaryRoot()
  root = join(place.state, '..', 'opencode')
  cpSync(RECORDED, root, { recursive: true })
  writer = new DatabaseSync(join(root, 'opencode.db'))
  writer.exec('PRAGMA journal_mode=WAL')
  lengthen()
})
afterEach(async () => {
  writer.close()
  await place.close()
})

/** Long enough to be read in slices. */
function lengthen(): void {
  const answer = writer
    .prepare("SELECT data FROM message WHERE session_id = ? AND json_extract(data, '$.role') = 'assistant'")
    .get(RUN)?.['data']
  const text = JSON.stringify({ type: 'text', text: 'x'.repeat(8000) })
  writer.exec('BEGIN')
  const message = writer.prepare('INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)')
  const part = writer.prepare(
    'INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (let i = 0; i < MESSAGES; i++) {
    const id = String(i).padStart(6, '0')
    const at = 1_900_000_000_000 + i
    message.run(`msg_zz${id}`, RUN, at, at, answer ?? null)
    for (let j = 0; j < 3; j++) part.run(`prt_zz${id}${j}`, `msg_zz${id}`, RUN, at, at, text)
  }
  writer.exec('COMMIT')
}

function removePart(id: string): void {
  const seq = Number(writer.prepare('SELECT seq FROM event_sequence WHERE aggregate_id = ?').get(RUN)?.['seq']) + 1
  writer.exec('BEGIN')
  writer.prepare('DELETE FROM part WHERE id = ?').run(id)
  writer.prepare('UPDATE event_sequence SET seq = ? WHERE aggregate_id = ?').run(seq, RUN)
  writer.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)').run(`evt_new_${seq}`, RUN, seq, 'message.part.removed.1', '{}')
  writer.exec('COMMIT')
}

it('a long conversation in a store is read in slices, and told anew in slices, without a half tree in between', {
  timeout: 30_000,
}, async () => {
  const engine = await place.open({ roots: { opencode: root } })
  const client = new WatchClient()
  const messages: (number | undefined)[] = []
  let turnsSinceRemoval = 0
  let isCounting = false
  const watch = await engine.watch(null, (frame: WatchFrame) => {
    client.take(frame)
    messages.push(client.agents.get(`${URI} ${RUN}`)?.messages)
  })
  let turns = 0
  let isReading = true
  const count = (): void => {
    turns++
    if (isCounting) turnsSinceRemoval++
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const kept = await watch.keep(URI)
  expect(turns).toBeGreaterThan(3)
  const before = kept?.view()?.agents.find(({ key }) => key === RUN)?.messages ?? 0
  expect(before).toBeGreaterThan(MESSAGES)
  isCounting = true
  messages.length = 0
  removePart('prt_zz0014990')
  writer.prepare('UPDATE session SET title = ?, time_updated = time_updated + 1 WHERE id = ?').run('Told anew', RUN)
  await client.until(() => client.rows.get(URI)?.title === 'Told anew')
  isReading = false
  expect(turnsSinceRemoval).toBeGreaterThan(3)
  expect(messages.every((one) => one === undefined || one >= before - 1)).toBe(true)
  const truth = await engine.tree(URI)
  if (!truth.ok) throw new Error(truth.failure.message)
  expect(kept?.view()?.agents.length).toBe(truth.value.agents.length)
  kept?.release()
  await watch.close()
})
