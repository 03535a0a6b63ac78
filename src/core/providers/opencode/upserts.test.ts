import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  feedSession,
  loadOpencodeRecording,
  opencodeForestOf,
  opencodeRecordingNames,
  type RecordedSession,
  type SessionFeeder,
  type StoreRecord,
} from '../../../testing/opencodeRecordings'
import { VIEW } from '../../../testing/recordings'
import type { LineSketch } from '../../itemBody'
import { type Forest, newForest, treeOf } from '../../model/forest'

const logged = opencodeRecordingNames().filter((name) =>
  loadOpencodeRecording(name).sessions.some((one) => one.history.length > 0),
)

describe('a session read while it is written is the session read afterwards', () => {
  it.each(logged)('%s, state by state', (name) => {
    const { sessions } = loadOpencodeRecording(name)
    const live = play(sessions, ({ history }) => [history])
    const after = play(sessions, ({ records }) => [records])
    expect(factsOf(live.forest)).toEqual(factsOf(after.forest))
    expect(live.items).toEqual(after.items)
  })

  it.each(logged)('%s, in any portions, with messages before or between their parts', (name) => {
    const { sessions } = loadOpencodeRecording(name)
    const after = play(sessions, ({ records }) => [records])
    const cuts = fc.record({ at: fc.array(fc.nat({ max: 300 }), { maxLength: 12 }), isListed: fc.boolean() })
    fc.assert(
      fc.property(cuts, ({ at, isListed }) => {
        const live = play(sessions, ({ history }) => portions(history, at, isListed))
        expect(factsOf(live.forest)).toEqual(factsOf(after.forest))
        // A prompt that was queued may come before what was said until then, where both come at once and not as listed.
        expect(isListed ? live.items : sorted(live.items)).toEqual(isListed ? after.items : sorted(after.items))
      }),
      { numRuns: 25 },
    )
  })
})

describe('the order of sessions, and reading again, leave no trace', () => {
  it.each(opencodeRecordingNames())('%s', (name) => {
    const { sessions } = loadOpencodeRecording(name)
    const truth = treesOf(opencodeForestOf(sessions))
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100 }), { maxLength: 60 }), (steps) => {
        const forest = newForest()
        const feeders = sessions.map((session) => ({ session, at: 0, feeder: feedSession(forest, session) }))
        const step = (i: number): void => {
          const one = feeders[i]
          const record = one?.session.records[one.at++]
          if (record) one?.feeder.push(record)
        }
        for (const n of steps) step(n % feeders.length)
        for (const [i, one] of feeders.entries()) {
          while (one.at < one.session.records.length) step(i)
          for (const record of one.session.records) one.feeder.push(record)
          one.feeder.finish()
          one.feeder.finish()
        }
        expect(treesOf(forest)).toEqual(truth)
      }),
      { numRuns: 8 },
    )
  })

  it.each(opencodeRecordingNames())('%s, its transcript', (name) => {
    for (const session of loadOpencodeRecording(name).sessions) {
      const feeder = feedSession(newForest(), session)
      for (const record of session.records) feeder.push(record)
      feeder.finish()
      const once = feeder.sketches.length
      for (const record of session.records) feeder.push(record)
      feeder.finish()
      expect(feeder.sketches.length).toBe(once)
    }
  })
})

function play(sessions: readonly RecordedSession[], batches: (of: RecordedSession) => readonly (readonly StoreRecord[])[]) {
  const forest = newForest()
  const items = new Map<string, Transcript>()
  for (const session of sessions) {
    const feeder: SessionFeeder = feedSession(forest, session)
    for (const batch of batches(session)) {
      for (const record of batch) feeder.push(record)
      feeder.settle()
    }
    feeder.finish()
    items.set(session.id, transcriptOf(feeder.sketches))
  }
  return { forest, items }
}

interface Transcript {
  readonly items: readonly unknown[]
  readonly answers: readonly unknown[]
}

function sorted(transcripts: ReadonlyMap<string, Transcript>) {
  return [...transcripts].map(([id, { items, answers }]) => ({
    id,
    answers,
    items: items.map((item) => JSON.stringify(item)).sort(),
  }))
}

/** The items in order, and what is known of each answer. */
function transcriptOf(sketches: readonly LineSketch[]): Transcript {
  const items = sketches.flatMap(({ record, at, items: list }) => list.map((item) => ({ ...item, at, record })))
  const answers = new Map(
    sketches.flatMap(({ record, at, answers: list }) => list.map((one) => [one.call, { ...one, at, record }])),
  )
  return { items, answers: [...answers].sort(([a], [b]) => (a < b ? -1 : 1)) }
}

/** The newest states at each cut, of those records that changed since the one before. */
function portions(history: readonly StoreRecord[], cuts: readonly number[], isListed: boolean): StoreRecord[][] {
  const batches: StoreRecord[][] = []
  const bounds = [...new Set([...cuts.filter((at) => at < history.length), history.length])].sort((a, b) => a - b)
  let from = 0
  for (const to of bounds) {
    const changed = new Map<string, StoreRecord>()
    for (const record of history.slice(from, to)) {
      changed.set(keyOf(record), record)
    }
    batches.push(isListed || from === 0 ? listed(history.slice(0, to), changed) : messagesFirst([...changed.values()]))
    from = to
  }
  return batches
}

function listed(all: readonly StoreRecord[], changed: ReadonlyMap<string, StoreRecord>): StoreRecord[] {
  const states = [...new Map(all.map((record) => [keyOf(record), record])).values()]
  const of = (kind: StoreRecord['kind']) => states.filter((record) => record.kind === kind)
  const created = ({ data }: StoreRecord) => Number((data['time'] as { created: number }).created)
  const messages = of('message').sort((a, b) => created(a) - created(b) || (keyOf(a) < keyOf(b) ? -1 : 1))
  const parts = of('part').sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const order = [
    ...of('session'),
    ...messages.flatMap((one) => [one, ...parts.filter((part) => part.data['messageID'] === one.data['id'])]),
  ]
  return order.filter((record) => changed.has(keyOf(record)))
}

function messagesFirst(changed: readonly StoreRecord[]): StoreRecord[] {
  const parts = changed.filter((record) => record.kind === 'part').sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return [
    ...listed(changed, new Map(changed.map((record) => [keyOf(record), record]))).filter(({ kind }) => kind !== 'part'),
    ...parts,
  ]
}

function keyOf({ kind, data }: StoreRecord): string {
  return `${kind}:${data['id']}`
}

function treesOf(forest: Forest): Record<string, string> {
  return Object.fromEntries([...forest.runs].sort().map(([uri, run]) => [uri, JSON.stringify(treeOf(run, VIEW))]))
}

/** Everything that was understood, but for the number of the record that said it. */
function factsOf(forest: Forest): unknown {
  const plain = (value: unknown): unknown => {
    if (value instanceof Map) return Object.fromEntries([...value].sort().map(([key, one]) => [key, plain(one)]))
    if (value instanceof Set) return [...value].sort()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (key === 'line' ? [] : [[key, plain(one)]])))
  }
  return Object.fromEntries([...forest.runs].sort().map(([uri, run]) => [uri, plain(run.sources)]))
}
