import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, TranscriptWriter } from '../../testing/writeSession'

const FIXTURES = join(import.meta.dirname, '../../../fixtures/opencode')

let place: TemporaryRoot
beforeEach(() => {
  place = makeTemporaryRoot()
})
afterEach(() => place.close())

it('knows by its id whether a record of a file is among the last items', async () => {
  const writer = new TranscriptWriter().prompt(0, 'Go')
  for (let n = 1; n <= 50; n++) writer.text(n, `word ${n}`)
  place.write(writer.source())
  const engine = await place.open()
  const target = { run: RunUri.parse(`claude://${RUN}`), key: AgentKey.parse(RUN) }
  const read = await engine.reading(target, (reading) => ({
    held: ['main-50', 'main-40', 'main-51', 'main-5', 'main-1'].map((record) => reading.holds(record)),
    kind: reading.kindIn('main-50'),
    thread: reading.thread,
  }))
  expect(read).toMatchObject({
    ok: true,
    value: { held: [true, true, false, false, false], kind: null, thread: { provider: 'claude', id: RUN } },
  })
})

it('knows of a store by its id which records are items, and what each of them is going to be', async () => {
  cpSync(join(FIXTURES, '1.18.34/single/data/opencode'), place.at('opencode'), { recursive: true })
  const engine = await place.open({ roots: { opencode: place.at('opencode') }, isPlayed: true })
  const [row] = await engine.list({ provider: null, project: null, liveOnly: false, limit: 1 })
  const target = { run: row?.uri ?? RunUri.parse('opencode://none'), key: null }
  const read = await engine.reading(target, (reading) => {
    const { index } = reading
    const ids = Array.from({ length: index.total }, (_, n) => index.recordIds?.idOf(index.recordOf(n).offset) ?? '')
    return {
      areHeld: ids.every((id) => reading.holds(id)),
      kinds: ids.map((id) => reading.kindIn(id)),
      items: ids.map((_, n) => reading.item(n)?.kind),
      others: [reading.holds('part:none'), reading.kindIn('part:none')],
    }
  })
  if (!read.ok) throw new Error(read.failure.message)
  expect(read.value.items).toContain('text')
  expect(read.value.kinds).toEqual(read.value.items)
  expect([read.value.areHeld, ...read.value.others]).toEqual([true, false, null])
})
