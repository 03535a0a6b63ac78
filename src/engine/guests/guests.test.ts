import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ThreadState } from '../../core/liveChannel'
import { RunUri } from '../../shared/ids'
import type { AgentView, RunRow, TreeView } from '../../shared/views'
import {
  BEGAN,
  DAY,
  GUEST,
  GUEST_PROMPT,
  guestRoot,
  HOME,
  type Host,
  hostSession,
  openMixed,
  treeOf,
} from '../../testing/mixedRuns'
import type { TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN } from '../../testing/writeSession'
import type { EngineSettings } from '../engine'

const roots: TemporaryRoot[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await root.close()
})

async function open(...given: Parameters<typeof openMixed>): ReturnType<typeof openMixed> {
  const opened = await openMixed(...given)
  roots.push(opened.root)
  return opened
}

it('a session that a shell call started stands beneath the caller, with all its agents', async () => {
  const { engine } = await open({ command: `codex exec "${GUEST_PROMPT.slice(0, 40)}"` })
  const tree = await treeOf(engine)
  const guest = guestRoot(tree)
  expect(guest).toMatchObject({
    key: 'toolu_shell',
    uri: `codex://${GUEST}`,
    parent: tree.root,
    provider: 'codex',
    depth: 1,
    phase: 'completed',
    link: { evidence: 'structural', ambiguous: true, note: 'the command holds its prompt, same folder and time' },
  })
  const own = await engine.tree(RunUri.parse(`codex://${GUEST}`))
  if (!own.ok) throw new Error(own.failure.message)
  expect(tree.agents).toHaveLength(own.value.agents.length + 1)
  for (const agent of own.value.agents) {
    const here = tree.agents.find(({ id }) => id === agent.id)
    expect(here).toMatchObject({ uri: agent.uri, phase: agent.phase, usage: agent.usage, depth: agent.depth + 1 })
  }
  expect(tree.usage.requests).toBe(own.value.usage.requests + 2)
})

it('the row over the tree counts as the tree does, and its own numbers stay its own', async () => {
  const { engine } = await open({ command: 'codex exec go' })
  const tree = await treeOf(engine)
  const rows: RunRow[] = []
  const watch = await engine.watch(RunUri.parse(`claude://${RUN}`), (frame) => void rows.push(...frame.runs))
  await watch.close()
  const { agents, ...totals } = tree.totals
  expect(rows.at(-1)?.agents.total).toBe(0)
  expect(rows.at(-1)?.whole).toEqual({
    agents: { total: agents, running: totals.running, waiting: totals.waiting, failed: totals.failed },
    usage: tree.usage,
    cost: tree.cost,
  })
  expect(tree).toMatchObject({ totals: { agents: 4 }, cost: { complete: false } })
})

it('its transcript opens from there', async () => {
  const { engine } = await open({ command: 'codex exec go' })
  const tree = await treeOf(engine)
  const child = tree.agents.find(({ depth }) => depth === 2)
  if (!child) throw new Error('no child')
  const here = await engine.transcript({ run: RunUri.parse(tree.uri), key: child.key }, { before: null, limit: 100 })
  const there = await engine.transcript({ run: RunUri.parse(`codex://${GUEST}`), key: child.key }, { before: null, limit: 100 })
  if (!here.ok || !there.ok) throw new Error('no transcript')
  expect(here.value.items.length).toBeGreaterThan(0)
  expect(here.value.items.map(({ text, kind }) => [text, kind])).toEqual(there.value.items.map(({ text, kind }) => [text, kind]))
})

it('a list counts it once, as the run that it is', async () => {
  const { engine } = await open({ command: 'codex exec go' })
  const before = await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
  await treeOf(engine)
  const after = await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
  expect(after).toEqual(before)
  expect(after.map(({ provider, agents }) => [provider, agents.total]).sort()).toEqual([
    ['claude', 0],
    ['codex', 3],
  ])
})

it.each([
  ['another time', { command: 'codex exec go', at: BEGAN + 60 }],
  ['long before', { command: 'codex exec go', at: BEGAN - 600 }],
  ['another folder', { command: 'codex exec go', cwd: '/home/dev/other' }],
  ['another product', { command: 'opencode run go' }],
  ['no session', { command: 'codex --version' }],
  ['another prompt', { command: 'codex exec "Write a poem about the sea"' }],
  ['no answer, and long gone', { command: 'codex exec go', at: BEGAN - 600, isAnswered: false }],
])('%s: it stays a run of its own', async (_, host) => {
  const { engine } = await open(host)
  expect(guestRoot(await treeOf(engine))).toBeUndefined()
})

it('is seen while it happens, and grows with every word', async () => {
  const { root, engine, guests } = await open({ command: 'codex exec go' })
  const whole = guestRoot(await treeOf(engine))
  rmSync(guests, { recursive: true })
  mkdirSync(join(guests, DAY), { recursive: true })
  const seen = new Map<string, AgentView>()
  const removed = new Set<string>()
  let wake = (): void => undefined
  const watch = await engine.watch(RunUri.parse(`claude://${RUN}`), (frame) => {
    for (const agent of frame.agents) seen.set(agent.key, agent)
    if (frame.kind === 'patch') for (const name of frame.removed) removed.add(name.slice(name.indexOf(' ') + 1))
    wake()
  })
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise<void>((resolve) => (wake = resolve))
  }
  const files = readdirSync(join(HOME, DAY)).sort((a) => (a.includes(GUEST) ? -1 : 1))
  for (const name of files) {
    writeFileSync(join(guests, DAY, name), readFileSync(join(HOME, DAY, name)))
    const id = name.slice(-'00000000-0000-0000-0000-000000000000.jsonl'.length, -'.jsonl'.length)
    await until(() => [...seen.values()].some((agent) => agent.id === id && agent.source !== null))
  }
  await until(() => seen.get('toolu_shell')?.usage.total.requests === whole?.usage.total.requests)
  expect(seen.size).toBe(5)
  rmSync(guests, { recursive: true })
  await until(() => removed.has('toolu_shell'))
  await watch.close()
  root.write(hostSession({ command: 'ls' }))
  expect(guestRoot(await treeOf(engine))).toBeUndefined()
})

it('a call that comes later finds what it started', async () => {
  const { root, engine } = await open({ command: 'ls' })
  let wake = (): void => undefined
  const found = new Promise<void>((resolve) => (wake = resolve))
  const watch = await engine.watch(RunUri.parse(`claude://${RUN}`), (frame) => {
    if (frame.agents.some(({ id }) => id === GUEST)) wake()
  })
  root.write(hostSession({ command: 'codex exec go' }))
  await found
  await watch.close()
})

it('what the index knows is judged by its prompt too', async () => {
  const { root, engine } = await open({ command: 'codex exec "Write a poem about the sea"' })
  await engine.list({ provider: null, project: null, liveOnly: false, limit: null })
  expect(guestRoot(await treeOf(engine))).toBeUndefined()
  root.write(hostSession({ command: `cd . && codex -m x exec '${GUEST_PROMPT.slice(0, 30)}'` }))
  expect(guestRoot(await treeOf(engine))).toBeDefined()
})

it('is judged again when it is known what it was asked', async () => {
  const { root, engine, guests } = await open({ command: 'codex exec "Write a poem about the sea"' })
  const name = readdirSync(join(HOME, DAY)).find((file) => file.includes(GUEST)) ?? ''
  const text = readFileSync(join(HOME, DAY, name), 'utf8')
  rmSync(guests, { recursive: true })
  mkdirSync(join(guests, DAY), { recursive: true })
  let wake = (): void => undefined
  let isThere = false
  const watch = await engine.watch(RunUri.parse(`claude://${RUN}`), (frame) => {
    if (frame.agents.some(({ id }) => id === GUEST)) isThere = true
    if (frame.kind === 'patch' && frame.removed.some((key) => key.endsWith(' toolu_shell'))) isThere = false
    wake()
  })
  const until = async (isSo: boolean): Promise<void> => {
    while (isThere !== isSo) await new Promise<void>((resolve) => (wake = resolve))
  }
  writeFileSync(join(guests, DAY, name), text.slice(0, text.indexOf('\n') + 1))
  await until(true)
  writeFileSync(join(guests, DAY, name), text)
  await until(false)
  root.write(hostSession({ command: `codex exec "${GUEST_PROMPT.slice(0, 30)}"` }))
  await until(true)
  await watch.close()
})

const OTHER = 'bbbbbbbb-0000-4000-8000-000000000002'
const TELLING = `codex exec "${GUEST_PROMPT.slice(0, 40)}"`

/** This very process holds the guest; the one that started it holds the host. */
const HELD: EngineSettings['driven'] = {
  threads: (provider) => new Map([provider === 'codex' ? [GUEST, heldBy(process.pid)] : [RUN, heldBy(process.ppid)]]),
  waits: () => new Map(),
  pausedUntil: () => null,
  pauses: () => [],
  ending: () => null,
  partials: () => [],
  onPartial: () => () => undefined,
  onChange: () => () => undefined,
}

function heldBy(pid: number): ThreadState {
  return { activity: 'busy', waitingFor: null, message: null, retryAt: null, pid }
}

it('one whose process descends from the host’s is proved, although another’s command holds its prompt', async () => {
  const { root, engine } = await open({ command: 'codex exec go', isAnswered: false }, { driven: HELD })
  root.write(hostSession({ run: OTHER, command: TELLING }))
  const link = { evidence: 'structural', ambiguous: false, note: 'its process descends from this session' }
  expect(guestRoot(await treeOf(engine))).toMatchObject({ key: 'toolu_shell', link })
  expect(guestRoot(await treeOf(engine, OTHER))).toBeUndefined()
})

describe('of two runs that may have started it', () => {
  const both = async (command: string, other: Partial<Host>): Promise<readonly TreeView[]> => {
    const { root, engine } = await open({ command })
    root.write(hostSession({ run: OTHER, command: 'codex exec go', ...other }))
    return [await treeOf(engine), await treeOf(engine, OTHER)]
  }
  const undecided = (tree: TreeView | undefined) => tree?.problems.filter(({ code }) => code === 'undecided_guest') ?? []

  it.each([
    ['by their times', 'codex exec go', 'codex exec go', BEGAN - 1],
    ['by its words', TELLING, TELLING, BEGAN - 2],
  ])('alike %s: it stands at neither, and both say why', async (_, command, others, at) => {
    const trees = await both(command, { command: others, at })
    expect(trees.map(guestRoot)).toEqual([undefined, undefined])
    expect(undecided(trees[0])).toMatchObject([
      { source: `codex://${GUEST}`, message: expect.stringContaining(`claude://${OTHER}`) },
    ])
    expect(undecided(trees[1])).toMatchObject([
      { source: `codex://${GUEST}`, message: expect.stringContaining(`claude://${RUN}`) },
    ])
  })

  it('the one whose command holds its prompt has it, and the other says nothing', async () => {
    const trees = await both(TELLING, {})
    expect(trees.map((tree) => guestRoot(tree)?.key)).toEqual(['toolu_shell', undefined])
    expect(trees.flatMap(undecided)).toEqual([])
  })

  it('one that was not there then, or elsewhere, is none', async () => {
    for (const other of [{ at: BEGAN + 60 }, { cwd: '/home/dev/other' }]) {
      const trees = await both('codex exec go', other)
      expect(trees.map((tree) => guestRoot(tree)?.key)).toEqual(['toolu_shell', undefined])
    }
  })

  it('whoever looks on sees it leave the first when the second one’s call is read', async () => {
    const { root, engine } = await open({ command: 'codex exec go' })
    const holders = new Set<string>()
    let wake = (): void => undefined
    const watch = await engine.watch(null, (frame) => {
      for (const { run, id } of frame.agents) if (id === GUEST && !run.startsWith('codex')) holders.add(run)
      if (frame.kind === 'patch')
        for (const name of frame.removed) if (name.endsWith(' toolu_shell')) holders.delete(name.split(' ')[0]!)
      wake()
    })
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) await new Promise<void>((resolve) => (wake = resolve))
    }
    root.write({ ...hostSession({ command: 'codex exec go' }) })
    await until(() => holders.has(`claude://${RUN}`))
    root.write(hostSession({ run: OTHER, command: 'codex exec go' }))
    await until(() => holders.size === 0)
    await watch.close()
  })
})
