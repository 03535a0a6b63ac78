import fc from 'fast-check'
import { expect, it } from 'vitest'
import { relateFamily } from '../../../engine/relateFamily'
import type { AgentView } from '../../../shared/views'
import { feedSession, loadOpencodeRecording, opencodeForestOf, type StoreRecord } from '../../../testing/opencodeRecordings'
import { VIEW } from '../../../testing/recordings'
import { type Forest, newForest, runOf, treeOf } from '../../model/forest'
import { opencode } from './opencode'

const ROOT = 'ses_root'
const CHILD = 'ses_child'

function session(data: object = {}, id = ROOT): StoreRecord {
  const time = { created: 1000, updated: 1000 }
  return { kind: 'session', at: 0, data: { id, directory: '/w', version: '1.18.34', title: 'Title', time, ...data } }
}

function message(id: string, created: number, role: string, data: object = {}): StoreRecord {
  return { kind: 'message', at: 0, data: { id, role, modelID: 'm', time: { created }, ...data } }
}

function part(id: string, messageID: string, data: object): StoreRecord {
  return { kind: 'part', at: 0, data: { id, messageID, ...data } }
}

function done(created: number, finish = 'stop'): object {
  return { time: { created, completed: created + 50 }, finish }
}

function tool(name: string, state: object, callID = 'c'): object {
  return { type: 'tool', tool: name, callID, state: { time: { start: 2100, end: 2200 }, input: {}, ...state } }
}

function read(records: readonly StoreRecord[], forest: Forest = newForest(), agent: string | null = null) {
  const spec = { format: 'records', role: agent ? 'agent' : 'main', run: ROOT, agent, group: null, project: '' } as const
  const feeder = feedSession(forest, { path: agent ?? ROOT, run: ROOT, spec })
  for (const record of records) feeder.push(record)
  feeder.settle()
  return { feeder, tree: () => treeOf(runOf(forest, 'opencode', ROOT), VIEW) }
}

function rootOf(records: readonly StoreRecord[]): AgentView | undefined {
  return read(records).tree().agents[0]
}

const prompted = [session(), message('m1', 2000, 'user'), part('p1', 'm1', { type: 'text', text: 'go' })]

it('a session nobody has asked anything yet is done, one with a prompt works', () => {
  expect(rootOf([session()])).toMatchObject({ phase: 'completed', started: '1970-01-01T00:00:01.000Z', messages: 0 })
  expect(rootOf(prompted)).toMatchObject({ phase: 'orphaned', prompt: 'go', messages: 1 })
})

it.each([
  ['a last word', done(2050), 'completed', null],
  ['a word too long', done(2050, 'length'), 'completed', null],
  ['no reason', done(2050, 'unknown'), 'completed', null],
  ['an abort', { ...done(2050), error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } }, 'interrupted', null],
  ['a provider’s error', { error: { name: 'APIError', data: { message: 'no credit' } } }, 'failed', 'no credit'],
  ['a step with more to come', done(2050, 'tool-calls'), 'orphaned', null],
])('a response that ends with %s', (_, data, phase, error) => {
  const failed = [...prompted, message('m2', 2050, 'assistant', data)]
  expect(rootOf(failed)).toMatchObject({ phase, error, errors: phase === 'failed' ? 1 : 0 })
  // A prompt after it opens the turn again; the failure is counted once however often it is said.
  expect(rootOf([...failed, ...failed, message('m3', 2500, 'user')])).toMatchObject({
    phase: 'orphaned',
    errors: phase === 'failed' ? 1 : 0,
  })
})

it('a refusal without a word ends the turn, one with a word does not', () => {
  const refused = (error: string): readonly StoreRecord[] => [
    ...prompted,
    message('m2', 2050, 'assistant', done(2050, 'tool-calls')),
    part('p2', 'm2', tool('bash', { status: 'error', error })),
  ]
  const plain = 'The user rejected permission to use this specific tool call.'
  expect(rootOf(refused(plain))).toMatchObject({ phase: 'interrupted' })
  expect(
    rootOf(refused('The user rejected permission to use this specific tool call with the following feedback: no')),
  ).toMatchObject({
    phase: 'orphaned',
    errors: 1,
  })
  const child = read(refused(plain), newForest(), CHILD).tree()
  expect([...child.agents, ...child.unplaced].find(({ id }) => id === CHILD)).toMatchObject({ phase: 'failed', error: plain })
})

it('a call that nobody answered before the next response never is', () => {
  const input = { description: 'Look', prompt: 'Look around', subagent_type: 'explore' }
  const running = tool('task', { status: 'running', input, metadata: { sessionId: CHILD } })
  const killed = [...prompted, message('m2', 2050, 'assistant'), part('p2', 'm2', running)]
  const next = [message('m3', 3000, 'user'), message('m4', 3010, 'assistant'), part('p4', 'm4', { type: 'step-start' })]
  const live = (records: readonly StoreRecord[]) => {
    const forest = newForest()
    read([session({ parentID: ROOT }, CHILD), message('n1', 2110, 'user')], forest, CHILD)
    const { tree } = read(records, forest)
    runOf(forest, 'opencode', ROOT).liveness = { ...runOf(forest, 'opencode', ROOT).liveness, live: true }
    return tree().agents.find(({ id }) => id === CHILD)
  }
  expect(live(killed)).toMatchObject({
    phase: 'running',
    call: 'c',
    link: { evidence: 'explicit', note: 'state.metadata.sessionId' },
  })
  expect(live([...killed, ...next])).toMatchObject({ phase: 'interrupted' })
})

it('what old releases leave out is found in the output and in the title', () => {
  const output = `text\n\n<task_metadata>\nsession_id: ${CHILD}\n</task_metadata>`
  const forest = newForest()
  read([session({ parentID: ROOT, title: 'Read (twice) (@my @best helper subagent)', version: '1.0.185' }, CHILD)], forest, CHILD)
  const { tree } = read(
    [...prompted, message('m2', 2050, 'assistant'), part('p2', 'm2', tool('task', { status: 'completed', output }))],
    forest,
  )
  const [, child] = tree().agents
  expect(child).toMatchObject({ id: CHILD, type: 'my @best helper', description: 'Read (twice)', call: 'c', phase: 'completed' })
  expect(child?.link.note).toBe('session id in the task’s output')
})

it('only a resume that the product followed continues a session', () => {
  const task = (child: string) =>
    tool('task', { status: 'running', input: { prompt: 'on', task_id: CHILD }, metadata: { sessionId: child } }, child)
  const forest = newForest()
  read([session({ parentID: ROOT }, CHILD)], forest, CHILD)
  const { tree } = read(
    [...prompted, message('m2', 2050, 'assistant'), part('p2', 'm2', task('ses_new')), part('p3', 'm2', task(CHILD))],
    forest,
  )
  const calls = tree().agents.map(({ id, calls: all }) => [id, all])
  expect(calls).toEqual([
    [ROOT, []],
    [CHILD, [CHILD]],
    ['ses_new', ['ses_new']],
  ])
})

it('the model’s own numbers may repeat: each call counts', () => {
  const steps = [2050, 2300].flatMap((at, i) => [
    message(`m${i + 2}`, at, 'assistant', done(at, 'tool-calls')),
    part(`p${i + 2}`, `m${i + 2}`, tool('read', { status: 'completed', input: { filePath: `f${i}` } }, 'call_0')),
  ])
  expect(rootOf([...prompted, ...steps])).toMatchObject({ tools: 2, activity: 'read: f1' })
})

it('a command that starts a session of a product is told as one', () => {
  const run = (command: string) => tool('bash', { status: 'running', input: { command, description: 'Ask' } })
  const forest = newForest()
  read([...prompted, message('m2', 2050, 'assistant'), part('p2', 'm2', run('cd /w && codex exec "look"'))], forest)
  const launches = runOf(forest, 'opencode', ROOT).sources.get(ROOT)?.launches
  expect([...(launches?.values() ?? [])]).toMatchObject([
    { call: 'c', provider: 'codex', command: 'cd /w && codex exec "look"', at: 2100 },
  ])
})

it('a fork counts only what it did itself and names its origin', () => {
  for (const name of ['1.18.34/resume', '1.18.34/attach']) {
    const { sessions } = loadOpencodeRecording(name)
    const forest = opencodeForestOf(sessions)
    const roots = [...forest.runs.values()].map((run) => {
      const root = run.sources.get(`sessions/${run.id}`)?.root
      return { run, root: root?.record, bornAt: root?.bornAt ?? 0, ownAgentFiles: 0, isCopy: false }
    })
    const fork = roots.find(({ run }) => treeOf(run, VIEW).title.endsWith('(fork #1)'))
    const family = roots.filter(({ root }) => root === fork?.root)
    expect(family).toHaveLength(2)
    relateFamily(family)
    const origin = family.find((one) => one !== fork)
    const tree = fork && treeOf(fork.run, VIEW)
    expect(tree).toMatchObject({ forkedFrom: origin?.run.uri, usage: { requests: name.endsWith('resume') ? 1 : 0 } })
    // What it copied started nobody: those agents belong to its origin.
    expect(tree?.agents).toHaveLength(1)
  }
})

it('costs and context are what the product recorded', () => {
  const { sessions } = loadOpencodeRecording('1.18.34/single')
  const [run] = opencodeForestOf(sessions).runs.values()
  const tree = run && treeOf(run, VIEW)
  expect(tree?.cost).toEqual({ usd: 0.04326, complete: true, source: 'recorded' })
  expect(tree?.agents.map(({ cost, context }) => [cost, context.tokens])).toEqual([
    [{ own: 0.0324, total: 0.04326 }, 9340],
    [{ own: 0.01086, total: 0.01086 }, 2460],
  ])
})

it('garbage of any shape is refused in words and breaks nothing', () => {
  const recorded = loadOpencodeRecording('1.18.34/failing').sessions.flatMap(({ records }) => records)
  const spoilt = fc.record({ record: fc.constantFrom(...recorded), path: fc.array(fc.nat({ max: 9 })), by: fc.jsonValue() })
  const decoder = () =>
    opencode.openDecoder({ format: 'records', role: 'main', run: ROOT, agent: null, group: null, project: '' }, ROOT)
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.jsonValue(), spoilt.map(spoil)), { maxLength: 30 }), fc.boolean(), (values, isLate) => {
      const one = decoder()
      for (const value of values) {
        const bytes = Buffer.from(JSON.stringify(value))
        one.line(
          bytes,
          0,
          bytes.length,
          () => undefined,
          () => undefined,
        )
        opencode.readItems(value)
        opencode.readAnswer(value, 'c')
        opencode.openAllowances().take(value)
        if (isLate)
          one.settle?.(
            () => undefined,
            () => undefined,
          )
      }
      one.finish?.(
        () => undefined,
        () => undefined,
      )
    }),
    { numRuns: 300 },
  )
  const bytes = Buffer.from('{"kind":')
  expect(decoder().line(bytes, 0, bytes.length, () => undefined)).toBe('not JSON')
})

/** Puts something else in one place of a record. */
function spoil({ record, path, by }: { record: StoreRecord; path: readonly number[]; by: unknown }): unknown {
  const copy: Record<string, unknown> = structuredClone({ ...record })
  let at = copy
  for (const step of path) {
    const keys = Object.keys(at)
    const key = keys[step % Math.max(1, keys.length)]
    const next = key === undefined ? null : at[key]
    if (key === undefined) break
    if (typeof next !== 'object' || next === null) {
      at[key] = by
      break
    }
    at = next as Record<string, unknown>
  }
  return copy
}
