import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { AgentView, TreeView } from '../../shared/views'
import { makeTemporaryRoot, type TemporaryRoot } from '../../testing/temporaryRoot'
import { RUN, second, TranscriptWriter } from '../../testing/writeSession'
import type { Engine } from '../engine'

const HOME = join(import.meta.dirname, '../../../fixtures/codex/0.169.0/v1-parallel/codex-home')
const DAY = 'sessions/2026/11/18'
const GUEST = '01a1ee73-5a29-7fe3-9af8-1a3d7abcd619'
const GUEST_PROMPT = promptOfGuest()
/** The recording's session began here, in seconds of the written session. */
const BEGAN = (Date.parse('2026-11-18T11:38:19.568Z') - Date.parse(second(0))) / 1000

function promptOfGuest(): string {
  const name = readdirSync(join(HOME, DAY)).find((file) => file.includes(GUEST)) ?? ''
  for (const line of readFileSync(join(HOME, DAY, name), 'utf8')
    .split('\n')
    .filter(Boolean)) {
    const { type, payload } = JSON.parse(line)
    const [part] = type === 'response_item' && payload.role === 'user' ? payload.content : []
    if (part?.text && !part.text.startsWith('<') && !part.text.startsWith('#')) return part.text
  }
  throw new Error('the recording has no prompt')
}

const roots: TemporaryRoot[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await root.close()
})

interface Host {
  readonly command: string
  readonly at?: number
  readonly cwd?: string
  readonly isAnswered?: boolean
}

async function open(host: Host): Promise<{ root: TemporaryRoot; engine: Engine; guests: string }> {
  const root = makeTemporaryRoot()
  roots.push(root)
  const guests = join(root.state, '..', 'other-home')
  cpSync(HOME, guests, { recursive: true })
  root.write(hostSession(host))
  const engine = await root.open({ roots: { claude: root.root, codex: guests } })
  return { root, engine, guests }
}

function hostSession({ command, at = BEGAN - 2, cwd = '/home/dev/acme', isAnswered = true }: Host) {
  const session = new TranscriptWriter()
    .prompt(at - 5, 'Let the other one do it', { cwd })
    .say(at, [{ type: 'tool_use', id: 'toolu_shell', name: 'Bash', input: { command } }], 'tool_use')
  if (!isAnswered) return session.source()
  return session
    .result(at + 30, 'toolu_shell', { stdout: 'ok' })
    .text(at + 31, 'Done.')
    .source()
}

async function treeOf(engine: Engine): Promise<TreeView> {
  const tree = await engine.tree(RunUri.parse(`claude://${RUN}`))
  if (!tree.ok) throw new Error(tree.failure.message)
  return tree.value
}

function guestRoot(tree: TreeView): AgentView | undefined {
  return tree.agents.find(({ id }) => id === GUEST)
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
