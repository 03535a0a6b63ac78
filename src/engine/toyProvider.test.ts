import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RunUri } from '../shared/ids'
import type { AgentView } from '../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from '../testing/temporaryRoot'
import { boxToy, ToyBox } from '../testing/toy/boxToy'
import { logToy } from '../testing/toy/logToy'
import type { ToyRecord } from '../testing/toy/toyDecoder'
import type { Engine } from './engine'

// What ARCHITECTURE.md's recipe "Add a provider" asks for: one line in each of the two lists, and nothing else.
const given = vi.hoisted(() => ({ providers: [] as unknown[], connections: [] as unknown[] }))
vi.mock('../core/providers', () => ({ providers: given.providers }))
vi.mock('../connect/connections', () => ({ connections: given.connections }))

const AT = Date.parse('2026-01-01T10:00:00.000Z')

/** One way in which a product keeps its conversations. */
interface Toy {
  readonly id: string
  open(root: TemporaryRoot): Promise<Engine>
  put(root: TemporaryRoot, run: string, agent: string | null, record: ToyRecord): void
}

const box = { current: new ToyBox() }

const toys: readonly Toy[] = [
  {
    id: 'logtoy',
    open: (root) => openWith(root, [logToy], []),
    put(root, run, agent, record) {
      const file = join(root.root, run, `${agent ?? 'main'}.log`)
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, `${JSON.stringify(record)}\n`)
    },
  },
  {
    id: 'boxtoy',
    open(root) {
      return openWith(root, [boxToy], [box.current.connection()])
    },
    put: (_, run, agent, record) => box.current.put(run, agent, record),
  },
]

function openWith(root: TemporaryRoot, providers: readonly { id: string }[], connections: readonly unknown[]): Promise<Engine> {
  given.providers.splice(0, Infinity, ...providers)
  given.connections.splice(0, Infinity, ...connections)
  mkdirSync(root.root, { recursive: true })
  return root.open({ roots: Object.fromEntries(providers.map(({ id }) => [id, root.root])) })
}

const roots: TemporaryRoot[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await root.close()
  box.current = new ToyBox()
})

function makeRoot(): TemporaryRoot {
  const root = makeTemporaryRoot()
  roots.push(root)
  return root
}

const everything = { provider: null, project: null, liveOnly: false, limit: null }

describe.each(toys)('a new product, $id', (toy) => {
  const uri = RunUri.parse(`${toy.id}://play`)
  const fill = (root: TemporaryRoot): void => {
    toy.put(root, 'play', null, { at: AT, ask: 'Build a tower' })
    toy.put(root, 'play', null, { at: AT + 1000, call: { id: 'c1', job: 'find bricks' } })
    toy.put(root, 'play', 'toy-c1', { at: AT + 1500, ask: 'find bricks' })
    toy.put(root, 'play', 'toy-c1', { at: AT + 2000, say: 'Here are bricks', done: true })
    toy.put(root, 'play', null, { at: AT + 3000, say: 'A tower', done: true })
  }

  it('has its runs listed, drawn and read', async () => {
    const root = makeRoot()
    fill(root)
    const engine = await toy.open(root)
    const rows = await engine.list(everything)
    expect(rows.map(({ uri: name, agents, cwd, phase }) => [name, agents.total, cwd, phase])).toEqual([
      [uri, 1, '/toys', 'completed'],
    ])
    const tree = await engine.tree(uri)
    if (!tree.ok) throw new Error(tree.failure.message)
    const [main, child] = tree.value.agents
    expect(child).toMatchObject({
      key: 'c1',
      id: 'toy-c1',
      parent: main?.key,
      type: 'toy',
      description: 'find bricks',
      phase: 'completed',
    })
    for (const key of [null, child?.key ?? null]) {
      const page = await engine.transcript({ run: uri, key }, { before: null, limit: 10 })
      if (!page.ok) throw new Error(page.failure.message)
      const texts = page.value.items.map(({ kind, text }) => `${kind} ${text}`)
      expect(texts).toEqual(
        key === null ? ['prompt Build a tower', 'tool ', 'text A tower'] : ['prompt find bricks', 'text Here are bricks'],
      )
      const end = await engine.tail({ run: uri, key }, 1)
      expect(end.ok && end.value.items.map(({ text }) => text)).toEqual(texts.slice(-1).map((text) => text.slice('text '.length)))
    }
    expect((await engine.resolve(toy.id, 'play', 'toy-c1')).ok).toBe(true)
    const again = await engine.list(everything)
    expect(again).toEqual(rows)
  })

  it('is seen while it works', async () => {
    const root = makeRoot()
    toy.put(root, 'other', null, { at: AT, ask: 'Something else' })
    const engine = await toy.open(root)
    const seen = new Map<string, AgentView>()
    let wake = (): void => undefined
    const watch = await engine.watch(null, (frame) => {
      for (const agent of frame.agents) seen.set(`${agent.run} ${agent.key}`, agent)
      wake()
    })
    fill(root)
    while (seen.get(`${uri} c1`)?.phase !== 'completed' || seen.get(`${uri} play`)?.phase !== 'completed')
      await new Promise<void>((resolve) => (wake = resolve))
    const tree = await engine.tree(uri)
    expect(tree.ok && tree.value.agents).toEqual(
      [...seen]
        .filter(([name]) => name.startsWith(uri))
        .map(([, { run: _, ...agent }]: [string, AgentView & { run?: string }]) => agent),
    )
    await watch.close()
  })
})

it('a channel says what records do not: who waits, for what, and who is held by nobody', async () => {
  const root = makeRoot()
  const uri = RunUri.parse('boxtoy://play')
  box.current.put('play', null, { at: AT, ask: 'Build a tower' })
  box.current.put('play', null, { at: AT + 1000, call: { id: 'c1', job: 'find bricks' } })
  box.current.put('play', 'toy-c1', { at: AT + 1500, ask: 'find bricks' })
  const engine = await openWith(root, [boxToy], [box.current.connection()])
  const seen = new Map<string, AgentView>()
  let wake = (): void => undefined
  const watch = await engine.watch(null, (frame) => {
    for (const agent of frame.agents) seen.set(agent.key, agent)
    wake()
  })
  const until = async (key: string, phase: string): Promise<AgentView> => {
    while (seen.get(key)?.phase !== phase) await new Promise<void>((resolve) => (wake = resolve))
    return seen.get(key) as AgentView // The loop has just seen it.
  }
  box.current.hold('play', { activity: 'busy' })
  box.current.hold('toy-c1', { activity: 'waiting', waitingFor: 'question', message: 'Red or blue?' })
  expect(await until('c1', 'waiting')).toMatchObject({ waitingFor: 'question', status_source: 'protocol' })
  await until('play', 'running')
  box.current.hold('toy-c1', null)
  await until('c1', 'orphaned')
  expect((await engine.list({ ...everything, liveOnly: true })).map(({ uri: name }) => name)).toEqual([uri])
  box.current.hold('play', null)
  await until('play', 'orphaned')
  await watch.close()
})
