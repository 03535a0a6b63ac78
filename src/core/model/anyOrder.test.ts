import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunRow } from '../../shared/views'
import { type Feeder, feedInto } from '../../testing/readRecording'
import { forestOf, loadRecording, type RecordedSource, recordingNames, VIEW } from '../../testing/recordings'
import { claude } from '../providers/claude/claude'
import { type Forest, newForest, takeRunPatch, treeOf } from './forest'
import { viewRow } from './viewTree'

/** One thing that happens while files grow: some bytes of one of them arrive; then, perhaps, somebody looks. */
interface Step {
  readonly file: number
  readonly bytes: number
  readonly looks: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  file: fc.nat({ max: 1000 }),
  bytes: fc.integer({ min: 1, max: 8000 }),
  looks: fc.boolean(),
})
const schedule = fc.record({ steps: fc.array(step, { maxLength: 30 }), rotation: fc.nat({ max: 1000 }) })
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never

describe('[S3.10] any order of files and chunks, looked at whenever, gives one tree', () => {
  it.each(recordingNames())('%s', (name) => {
    const { sources } = loadRecording(name)
    const truth = treesOf(forestOf(sources))
    fc.assert(
      fc.property(schedule, (plan) => {
        const { forest, watched } = play(sources, plan)
        expect(treesOf(forest)).toEqual(truth)
        for (const [uri, run] of forest.runs) {
          const tree = treeOf(run, VIEW)
          const seen = watched.get(uri)
          expect(JSON.stringify([...(seen?.agents ?? [])].sort(byKey))).toBe(
            JSON.stringify([...tree.agents, ...tree.unplaced].map((view) => [view.key, view] as const).sort(byKey)),
          )
          expect(seen?.row).toEqual(viewRow(run, VIEW, 0))
        }
      }),
      { numRuns: 12 },
    )
  })
})

function treesOf(forest: Forest): Record<string, string> {
  return Object.fromEntries([...forest.runs].sort(byKey).map(([uri, run]) => [uri, JSON.stringify(treeOf(run, VIEW))]))
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1
}

/** What a client holds that applies every patch it gets. */
interface Client {
  readonly shown: Set<string>
  readonly agents: Map<string, unknown>
  row: RunRow | null
}

function play(sources: readonly RecordedSource[], { steps, rotation }: Schedule) {
  const forest = newForest()
  const watched = new Map<string, Client>()
  const feeders: (Feeder & { at: number })[] = sources.map(() => ({ push: () => undefined, at: 0 }))
  const push = (index: number, bytes: number): void => {
    const source = sources[index]
    const feeder = feeders[index]
    if (!source || !feeder) return
    if (feeder.at === 0) feeder.push = feedInto(forest, claude, source, source.run).push
    feeder.push(source.bytes.subarray(feeder.at, feeder.at + bytes))
    feeder.at += bytes
  }
  const look = (): void => {
    for (const [uri, run] of forest.runs) {
      const client = watched.get(uri) ?? { shown: new Set<string>(), agents: new Map<string, unknown>(), row: null }
      watched.set(uri, client)
      const patch = takeRunPatch(run, client.shown, VIEW, 0)
      for (const key of patch.removed) client.agents.delete(key)
      for (const view of patch.agents) client.agents.set(view.key, view)
      client.row = patch.row
    }
  }
  for (const { file, bytes, looks } of steps) {
    push(file % sources.length, bytes)
    if (looks) look()
  }
  for (let i = 0; i < sources.length; i++) push((i + rotation) % sources.length, Number.MAX_SAFE_INTEGER)
  look()
  return { forest, watched }
}
