import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asId, asObject, type Json } from '../../../core/readJson'
import { EventFold, type Snapshot } from './EventFold'

interface TalkLine {
  readonly at: number
  readonly event?: { readonly type: string; readonly properties: Json }
  readonly out?: { readonly method: string; readonly path: string; readonly body?: Json }
}

const path = join(import.meta.dirname, '../../../../fixtures/drive/opencode/1.18.34/talk.ndjson')
const lines = readFileSync(path, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as TalkLine)
const events = lines.flatMap(({ at, event }) => (event && event.type !== 'server.connected' ? { at, ...event } : []))
const root = asId(events[0]?.properties['sessionID']) ?? ''
const NOTHING: Snapshot = { statuses: {}, permissions: [], questions: [] }

function hear(fold: EventFold, from: number, to: number): void {
  for (const { type, properties, at } of events.slice(from, to)) fold.hear(type, properties, at)
}

/** What a server would answer after so many of its events. */
function snapshotAt(count: number): { snapshot: Snapshot; parents: Map<string, string> } {
  const statuses: Record<string, unknown> = {}
  const asked = new Map<string, { readonly what: 'permissions' | 'questions'; readonly properties: Json }>()
  const parents = new Map<string, string>()
  for (const { type, properties } of events.slice(0, count)) {
    const session = asId(properties['sessionID']) ?? ''
    const info = asObject(properties['info'])
    const parent = asId(info?.['parentID'])
    if (type === 'session.created' && parent !== null) parents.set(session, parent)
    const status = asObject(properties['status'])
    if (type === 'session.status') statuses[session] = status
    if (type === 'session.idle' || status?.['type'] === 'idle') delete statuses[session]
    if (type === 'permission.asked') asked.set(asId(properties['id']) ?? '', { what: 'permissions', properties })
    if (type === 'question.asked') asked.set(asId(properties['id']) ?? '', { what: 'questions', properties })
    if (/\.(replied|rejected)$/.test(type)) asked.delete(asId(properties['requestID']) ?? '')
  }
  const pending = (what: string): Json[] =>
    [...asked.values()].filter((one) => one.what === what).map(({ properties }) => properties)
  return { snapshot: { statuses, permissions: pending('permissions'), questions: pending('questions') }, parents }
}

/** What does not depend on when it was looked. */
function shown(fold: EventFold): unknown {
  const { phase, trouble } = fold.state()
  return { phase, trouble, asks: fold.asks().map(({ at: _, ...ask }) => ask), threads: [...fold.threads(7)].sort() }
}

function begun(): EventFold {
  const fold = new EventFold(root, root, 0)
  fold.connected(NOTHING, 0)
  return fold
}

function reopened(count: number): EventFold {
  const fold = new EventFold(root, root, 0)
  const { snapshot, parents } = snapshotAt(count)
  for (const [child, parent] of parents) fold.adopt(child, parent)
  fold.connected(snapshot, 0)
  return fold
}

it('a recorded conversation: what it asks, of whom, and when it works', () => {
  const fold = begun()
  const asks: string[] = []
  const phases: string[] = []
  for (const [index, { type }] of events.entries()) {
    hear(fold, index, index + 1)
    if (fold.state().phase !== phases.at(-1)) phases.push(fold.state().phase)
    if (!type.endsWith('.asked')) continue
    const [ask] = fold.asks()
    asks.push(`${ask?.kind} ${ask?.agent === null ? 'root' : 'agent'}: ${ask?.detail}`)
    expect(fold.threads(7).get(ask?.agent ?? root)?.activity).toBe('waiting')
    expect(fold.state().phase).toBe('working')
  }
  expect(asks).toEqual([
    'permission agent: touch once.txt',
    'permission agent: touch denied.txt',
    'permission agent: mkdir always',
    'question root: Which colour?',
  ])
  expect(phases).toEqual(['idle', 'working', 'idle', 'working', 'idle', 'working', 'idle', 'working', 'idle'])
  expect(shown(fold)).toMatchObject({ phase: 'idle', trouble: null, asks: [] })
  expect(fold.state().model).toBe('mock-large')
})

it('whoever comes at any moment is told the same from then on', () => {
  for (let cut = 0; cut <= events.length; cut++) {
    const whole = begun()
    hear(whole, 0, cut)
    const late = reopened(cut)
    expect(shown(late), `at ${cut}`).toEqual(shown(whole))
    hear(late, cut, events.length)
    hear(whole, cut, events.length)
    expect(shown(late), `from ${cut}`).toEqual(shown(whole))
  }
})

it('what is heard while the server is asked may be in its answer or not', () => {
  for (let from = 0; from < events.length; from++) {
    for (const meanwhile of [1, 3, 9]) {
      const to = Math.min(from + meanwhile, events.length)
      const whole = begun()
      hear(whole, 0, to)
      for (const answered of [from, Math.floor((from + to) / 2), to]) {
        const fold = reopened(answered)
        hear(fold, from, to)
        expect(shown(fold), `${from} to ${to}, answered at ${answered}`).toEqual(shown(whole))
      }
    }
  }
})

it('a message that was sent is work until the server speaks of it', () => {
  const fold = begun()
  fold.sent(1)
  expect(fold.state()).toMatchObject({ phase: 'working', midTurn: 'joins' })
  fold.connected(NOTHING, 2)
  expect(fold.state().phase).toBe('working')
  hear(fold, 0, events.length)
  expect(fold.state().phase).toBe('idle')
  fold.sent(3)
  fold.unsent(4)
  expect(fold.state().phase).toBe('idle')
})

it('a sub-agent that is steered as itself is an agent of its run', () => {
  const asked = events.find(({ type }) => type === 'permission.asked')
  const child = asId(asked?.properties['sessionID']) ?? ''
  const fold = new EventFold(child, root, 0)
  fold.connected(NOTHING, 0)
  hear(fold, 0, events.indexOf(asked ?? events[0]!) + 1)
  expect(fold.state().run).toBe(root)
  expect(fold.asks()).toMatchObject([{ agent: child }])
  expect(fold.threads(7).get(child)?.activity).toBe('waiting')
})

it('what we said is what its routes take', () => {
  const said = lines.flatMap(({ out }) =>
    out && out.method !== 'GET' ? [`${out.path} ${JSON.stringify(out.body ?? null)}`] : [],
  )
  expect(said.map((one) => one.replaceAll(/(ses|per|que)_\w+/g, '$1'))).toEqual([
    '/session {"metadata":{"understory":true}}',
    '/session/ses/prompt_async {"parts":[{"type":"text","text":"NEST-ASK"}]}',
    '/permission/per/reply {"reply":"once"}',
    '/permission/per/reply {"reply":"reject","message":"REASON: another name, please"}',
    '/permission/per/reply {"reply":"always"}',
    '/session/ses/prompt_async {"parts":[{"type":"text","text":"ASK-COLOUR"}]}',
    '/question/que/reply {"answers":[["Blue"]]}',
    '/session/ses/prompt_async {"parts":[{"type":"text","text":"SLOW-CUT"}]}',
    '/session/ses/abort null',
    '/session/ses/prompt_async {"parts":[{"type":"text","text":"HELLO"}]}',
  ])
})

it('stays at work while an agent of it works or asks, though it is idle itself', () => {
  const fold = begun()
  fold.adopt('child', root)
  fold.hear('session.status', { sessionID: 'child', status: { type: 'busy' } }, 1)
  expect([fold.state().phase, fold.threads(7).get(root)?.activity]).toEqual(['working', 'idle'])
  // No turn of its own runs that a message could join.
  expect(fold.state().midTurn).toBe('begins')
  fold.hear('session.idle', { sessionID: 'child' }, 2)
  expect(fold.state()).toMatchObject({ phase: 'idle', since: 2 })
})

it('what a list that was not told held is still asked; what was told no more is over', () => {
  const permissions = [{ id: 'per_1', sessionID: root, permission: 'bash', metadata: { command: 'touch x' } }]
  const questions = [{ id: 'que_1', sessionID: root, questions: [{ question: 'Which?', header: 'Which', options: [] }] }]
  const ids = (change: Partial<Snapshot>): string[] => {
    const fold = new EventFold(root, root, 0)
    fold.connected({ statuses: {}, permissions, questions }, 1)
    fold.lost(2)
    fold.connected({ ...NOTHING, ...change }, 3)
    return fold.asks().map(({ id }) => id)
  }
  expect(ids({ permissions: null })).toEqual(['per_1'])
  expect(ids({ questions: null })).toEqual(['que_1'])
  expect(ids({ permissions: null, questions: null })).toEqual(['per_1', 'que_1'])
  expect(ids({})).toEqual([])
})
