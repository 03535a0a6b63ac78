import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Attention, AttentionItem } from '../../shared/attention'
import { Ask } from '../../shared/drive/ask'
import { AgentKey, ProviderId, RunUri } from '../../shared/ids'
import type { AgentView, RunRow } from '../../shared/views'
import { rowOf } from '../../testing/fakeEngine'
import { handTimers } from '../../testing/handTimers'
import { type AgentSketch, sampleMain, sampleNow, sketchTree } from '../../testing/sampleTree'
import { type AttentionFeed, type AttentionMemory, openAttentionFeed } from './attentionFeed'

const run = RunUri.parse(`claude://${sampleMain}`)
const at = (ms: number): string => new Date(sampleNow + ms).toISOString()

const rows = new Map<RunUri, RunRow>()
const agents = new Map<RunUri, Map<string, AgentView>>()
let board = {
  rows,
  agents,
  progress: { done: 0, total: 0 },
  isWhole: true,
  version: 0,
  settled: Promise.resolve(),
  roots: () => [],
  watchRun: () => Promise.reject(new Error('nobody follows')),
  close: async () => undefined,
}
let timers = handTimers(sampleNow)
let told: Attention[] = []
let stuckMinutes = 10
let pausedUntil: number | null = null
let detailOf: (item: AttentionItem) => Promise<string | null> = async () => null
let feed: AttentionFeed

function show(root: AgentSketch, row: Partial<RunRow> = {}): void {
  const tree = sketchTree({ id: sampleMain, ...root })
  rows.set(run, { ...rowOf(tree), ...row })
  agents.set(run, new Map(tree.agents.map((agent) => [agent.key, agent])))
  feed.look([run])
}

function open(memory?: AttentionMemory): AttentionFeed {
  return openAttentionFeed({
    board: () => board,
    detailOf: (item) => detailOf(item),
    memory,
    timers,
    stuckMinutes: () => stuckMinutes,
    pausedUntil: () => pausedUntil,
    onChange: (attention) => void told.push(attention),
  })
}

const kinds = () => told.at(-1)?.items.map(({ kind }) => kind)
const freshKinds = () =>
  told
    .at(-1)
    ?.items.filter(({ id }) => told.at(-1)?.fresh.includes(id))
    .map(({ kind }) => kind)

beforeEach(() => {
  rows.clear()
  agents.clear()
  board = { ...board, isWhole: true }
  timers = handTimers(sampleNow)
  told = []
  stuckMinutes = 10
  pausedUntil = null
  detailOf = async () => null
  feed = open()
})
afterEach(() => feed.close())

const waits: AgentSketch = { phase: 'waiting', waitingFor: 'permission', updated: at(-1000) }
const works: AgentSketch = { phase: 'running', updated: at(0) }

it('shows what was there when it began, and calls none of it news', () => {
  board = { ...board, isWhole: false }
  show({ ...works, children: [waits, { phase: 'failed', ended: at(-9000) }] })
  timers.pass(1000)
  expect(told).toEqual([])
  board = { ...board, isWhole: true }
  feed.look([])
  expect(kinds()).toEqual(['failed', 'permission'])
  expect(told.at(-1)?.fresh).toEqual([])
})

it('tells of something new once, keeps its name while it lasts, and drops it when it is over', () => {
  show(works)
  show({ ...works, children: [waits] })
  timers.pass(200)
  expect(freshKinds()).toEqual(['permission'])
  const id = told.at(-1)?.items[0]?.id
  show({ ...works, children: [{ ...waits, updated: at(5000), activity: 'Bash: ls' }] })
  timers.pass(200)
  expect(told.at(-1)).toMatchObject({ items: [{ id, detail: 'Bash: ls' }], fresh: [] })
  expect(feed.current.fresh).toEqual([])
  show(works)
  timers.pass(200)
  expect(kinds()).toEqual([])
  show({ ...works, children: [{ ...waits, updated: at(6000) }] })
  timers.pass(200)
  expect(freshKinds()).toEqual(['permission'])
})

it('lets time alone decide that an agent is stuck', () => {
  show(works)
  timers.pass(9 * 60_000)
  expect(told.at(-1)?.items).toEqual([])
  timers.pass(70_000)
  expect(freshKinds()).toEqual(['stuck'])
  show({ phase: 'running', updated: at(10 * 60_000) })
  timers.pass(200)
  expect(kinds()).toEqual([])
})

it('tells an end with what was returned', async () => {
  const answers: ((line: string | null) => void)[] = []
  detailOf = () => new Promise((resolve) => void answers.push(resolve))
  show(works)
  timers.pass(5000)
  show({ phase: 'completed', ended: at(4000) })
  timers.pass(200)
  expect(told.at(-1)?.items).toEqual([])
  answers[0]?.('All tests pass.')
  await Promise.resolve()
  await Promise.resolve()
  timers.pass(0)
  expect(told.at(-1)?.items).toMatchObject([{ kind: 'finished', detail: 'All tests pass.' }])
  expect(freshKinds()).toEqual(['finished'])
})

it('forgets what was dismissed until it happens again, also behind another engine', () => {
  show(works)
  const failed = { ...works, children: [{ phase: 'failed', ended: at(1000) }, waits] } satisfies AgentSketch
  timers.pass(2000)
  show(failed)
  timers.pass(200)
  expect(kinds()).toEqual(['permission', 'failed'])
  feed.dismiss(told.at(-1)?.items.map(({ id }) => id) ?? [])
  // What still waits cannot be waved away.
  expect(kinds()).toEqual(['permission'])
  const next = open(feed.memory())
  feed.close()
  feed = next
  show(failed)
  timers.pass(200)
  expect(kinds()).toEqual(['permission'])
})

it('does not call the failures of a run that is opened again news', () => {
  show({ ...works, children: [{ phase: 'failed', ended: at(-60_000) }] }, { live: false })
  timers.pass(5000)
  expect(kinds()).toEqual([])
  show({ ...works, children: [{ phase: 'failed', ended: at(-60_000) }] }, { live: true })
  timers.pass(200)
  expect(told.at(-1)).toMatchObject({ items: [{ kind: 'failed' }], fresh: [] })
})

it('says of what waits what answers it here, also where who asks has no place in the tree yet', () => {
  const ask = Ask.parse({
    ...{ id: 'l r1', launch: 'l', provider: 'claude', run, agent: 'late', key: null, kind: 'permission', at: at(500) },
    ...{ tool: 'Bash', detail: 'rm -rf build', reason: null, folder: null, change: null, isCut: false, questions: [] },
    options: [{ id: 'yes', label: 'Yes', effect: 'once', note: null, takesMessage: false }],
  })
  let asks: readonly Ask[] = []
  feed.close()
  feed = openAttentionFeed({
    ...{ board: () => board, detailOf: (item) => detailOf(item), memory: undefined, timers, stuckMinutes: () => stuckMinutes },
    asks: () => asks,
    onChange: (attention) => void told.push(attention),
  })
  show(works)
  expect(kinds()).toEqual([])
  asks = [ask]
  feed.look([run])
  timers.pass(200)
  expect(told.at(-1)?.items).toMatchObject([
    {
      kind: 'permission',
      ask: ask.id,
      detail: 'Bash: rm -rf build',
      path: [{ label: 'Claude Code' }, { label: 'an agent that has no record yet' }],
    },
  ])
  show({ ...works, children: [waits] })
  asks = [{ ...ask, key: AgentKey.parse('k1') }]
  feed.look([run])
  timers.pass(200)
  expect(told.at(-1)?.items).toMatchObject([{ key: 'k1', ask: ask.id }])
  asks = []
  show(works)
  timers.pass(200)
  expect(kinds()).toEqual([])
})

it('tells what a guest wants once, at its own run', () => {
  const own = RunUri.parse('codex://guest')
  const guest = { provider: ProviderId.parse('codex'), uri: own, ...waits }
  show({ ...works, children: [guest] })
  expect(kinds()).toEqual(['permission'])
  const tree = sketchTree(waits)
  rows.set(own, { ...rowOf(tree), uri: own })
  agents.set(own, new Map(tree.agents.map((agent) => [agent.key, agent])))
  feed.look([own, run])
  timers.pass(200)
  expect(told.at(-1)?.items).toMatchObject([{ run: own }])
})

it('lists each ask under the very agent that asks, oldest first, however many one agent has', () => {
  const asked = (id: string, key: string, ms: number): Ask =>
    Ask.parse({
      ...{ id, launch: 'l', provider: 'claude', run, agent: key, key, kind: 'permission', at: at(ms), tool: 'Bash', detail: id },
      ...{ reason: null, folder: null, change: null, isCut: false, questions: [], options: [] },
    })
  const asks = [asked('by-root', 'k0', 100), asked('by-fixer', 'k2', 200), asked('by-fixer-again', 'k2', 300)]
  feed.close()
  feed = openAttentionFeed({
    ...{ board: () => board, detailOf: (item) => detailOf(item), memory: undefined, timers, stuckMinutes: () => stuckMinutes },
    asks: () => asks,
    onChange: (attention) => void told.push(attention),
  })
  show({ ...waits, children: [{ ...works, children: [waits] }, waits] })
  expect(told.at(-1)?.items.map(({ ask, key, path }) => [ask ?? null, key, path.length])).toEqual([
    [null, 'k3', 2],
    ['by-root', 'k0', 1],
    ['by-fixer', 'k2', 3],
    ['by-fixer-again', 'k2', 3],
  ])
})

it('who waits or is stuck is told whatever else there is: of what is only news the oldest have no room', () => {
  const failures = (count: number): AgentSketch[] =>
    Array.from({ length: count }, (_, i) => ({ phase: 'failed', ended: at(-60_000 + i), error: 'x'.repeat(300) }))
  show({ ...works, children: failures(250) })
  const { items, more } = told.at(-1) ?? {}
  expect(items?.length).toBeLessThanOrEqual(200)
  expect((items?.length ?? 0) + (more?.failed ?? 0)).toBe(250)
  expect(items?.at(-1)?.since).toBe(at(-60_000 + 249))
  const silent: AgentSketch = { phase: 'running', updated: at(-600_000) }
  show({ ...works, children: [...failures(251), waits, silent] })
  timers.pass(200)
  expect(freshKinds()).toEqual(['stuck', 'permission'])
  const now = told.at(-1)
  expect(kinds()?.filter((kind) => kind !== 'failed')).toEqual(['stuck', 'permission'])
  expect((now?.items.length ?? 0) + (now?.more?.failed ?? 0)).toBe(253)
  expect(now?.items.map(({ since }) => since)).toEqual(now?.items.map(({ since }) => since).toSorted())
})

it('old news that there is room for in the end is no news', () => {
  show(works)
  timers.pass(5000)
  const failures = Array.from({ length: 250 }, (_, i): AgentSketch => ({ phase: 'failed', ended: at(1000 + i) }))
  show({ ...works, children: failures })
  timers.pass(200)
  const first = told.at(-1)
  expect(first?.fresh).toHaveLength(first?.items.length ?? 0)
  feed.dismiss(first?.items.map(({ id }) => id) ?? [])
  expect(told.at(-1)?.items).toHaveLength(250 - (first?.items.length ?? 0))
  expect(told.at(-1)).toMatchObject({ fresh: [] })
  expect(told.at(-1)).not.toHaveProperty('more')
})

it('who is stuck can be dismissed, and a run that stands still by a person’s word is not stuck', () => {
  show(works)
  pausedUntil = Number.POSITIVE_INFINITY
  timers.pass(60 * 60_000)
  expect(kinds()).toEqual([])
  pausedUntil = timers.now()
  timers.pass(9 * 60_000)
  expect(kinds()).toEqual([])
  timers.pass(70_000)
  expect(freshKinds()).toEqual(['stuck'])
  feed.dismiss(told.at(-1)?.items.map(({ id }) => id) ?? [])
  expect(kinds()).toEqual([])
  timers.pass(60_000)
  expect(kinds()).toEqual([])
})
