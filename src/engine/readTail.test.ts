import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RunUri } from '../shared/ids'
import type { TranscriptItem } from '../shared/views'
import { loadRecording, recordingNames } from '../testing/recordings'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import type { Engine } from './engine'

let place: TemporaryRoot
let engine: Engine

beforeEach(async () => {
  place = makeTemporaryRoot()
  engine = await place.open()
})
afterEach(() => place.close())

/** Everything but the number, which a tail does not know, and the agent, which only the tree knows. */
function plain(items: readonly TranscriptItem[]): unknown[] {
  return items.map(({ n: _, tool, ...item }) => ({ ...item, tool: tool && { ...tool, agent: null } }))
}

async function bothEnds(run: RunUri, limit: number) {
  const tail = await engine.tail({ run, key: null }, limit)
  const page = await engine.transcript({ run, key: null }, { before: null, limit })
  if (!tail.ok || !page.ok) throw new Error('no transcript')
  return { tail: plain(tail.value.items), page: plain(page.value.items), numbers: tail.value.items.map((item) => item.n) }
}

it.each(recordingNames().filter((name) => /one-subagent|nested$|resume$|compact|tui$|task-stop/.test(name)))(
  'shows the end of %s as the transcript does',
  async (name) => {
    const recording = loadRecording(name)
    place.add(recording)
    for (const { run, spec } of recording.sources) {
      // Warm-up files of sessions without a conversation have no transcript either way.
      if (spec.role !== 'main' || !(await engine.resolve('claude', run, null)).ok) continue
      const { tail, page, numbers } = await bothEnds(RunUri.parse(`claude://${run}`), 5)
      expect(tail).toEqual(page)
      expect(numbers).toEqual(tail.map((_, n) => n))
    }
  },
)

it('reads back as far as it must when the last records are huge, and no further than the start', async () => {
  const run = '7d0c2f1a-6795-46e9-86cf-7fa70259e41a'
  const record = (n: number, text: string) =>
    JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      type: 'user',
      message: { role: 'user', content: text },
      uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      timestamp: new Date(1_800_000_000_000 + n).toISOString(),
      cwd: '/work',
      sessionId: run,
      version: '2.1.327',
    })
  const lines = Array.from({ length: 40 }, (_, n) => record(n, n > 36 ? 'x'.repeat(400_000) : `prompt ${n}`))
  place.write({ path: `projects/-work/${run}.jsonl`, bytes: Buffer.from(`${lines.join('\n')}\n`) })
  for (const limit of [1, 3, 10, 100]) {
    const { tail, page } = await bothEnds(RunUri.parse(`claude://${run}`), limit)
    // More than asked for may come: what was read anyway is not thrown away, but the end is the same.
    expect(tail.slice(-limit)).toEqual(page)
  }
})

it('an agent by its call, an empty file and a run that is not there are answered as by the transcript', async () => {
  const recording = loadRecording('2.1.327/nested')
  place.add(recording)
  const run = RunUri.parse(`claude://${recording.sources.find((source) => source.spec.role === 'main')?.run}`)
  const tree = await engine.tree(run)
  if (!tree.ok) throw new Error('no tree')
  for (const { key } of tree.value.agents) {
    const [tail, page] = [await engine.tail({ run, key }, 3), await engine.transcript({ run, key }, { before: null, limit: 3 })]
    if (!tail.ok || !page.ok) throw new Error('no transcript')
    expect(tail.value.key).toBe(key)
    expect(plain(tail.value.items)).toEqual(plain(page.value.items))
  }
  writeFileSync(place.at('projects/-home-dev-acme/00000000-0000-4000-8000-000000000000.jsonl'), '')
  const nobody = RunUri.parse('claude://00000000-0000-4000-8000-000000000001')
  expect((await engine.tail({ run: nobody, key: null }, 3)).ok).toBe(false)
})
