import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChannelState, LiveChannel } from '../core/liveChannel'
import type { Provider } from '../core/provider'
import { providers } from '../core/providers'
import { buildCatalog } from './catalog'
import type { RunningProgram } from './findPrograms'
import type { ProcessTable } from './processTable'
import { trackUnregisteredRuns, type UnregisteredOptions } from './unregisteredRuns'

const provider = providers[0]!
/** Of this product one kind of program serves any folder. */
const withServers: Provider = { ...provider, isForAnyFolder: (argv) => argv.includes('serve') }
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'understory-unregistered-'))
  mkdirSync(join(root, 'projects/-work'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

/** A session's transcript, last written so many seconds ago. */
function session(id: string, secondsAgo: number): void {
  const path = join(root, `projects/-work/${id}.jsonl`)
  writeFileSync(path, '{"type":"user"}\n')
  const at = Date.now() / 1000 - secondsAgo
  utimesSync(path, at, at)
}

const over = new Set<string>()
afterEach(() => over.clear())

interface Program {
  readonly cwd: string
  readonly secondsAgo: number
}

/** Programs by folder, each begun so many seconds ago. */
function tracker(programs: readonly Program[], more: Partial<UnregisteredOptions> = {}, argv = [provider.command]) {
  const running = programs.map(({ cwd }, i): RunningProgram => ({ pid: i + 1, argv, cwd }))
  const processes = {
    startedAtMs: (pid: number) => Date.now() - (programs[pid - 1]?.secondsAgo ?? 0) * 1000,
  } as unknown as ProcessTable // Only the start of a process is asked for here.
  const options = { find: () => running, isOver: (run: string) => over.has(run), ...more }
  const runs = trackUnregisteredRuns(withServers, processes, options)
  const catalog = buildCatalog({ provider, root, store: null })
  return (run: string, cwd = '/work') => runs.isAlive(catalog, run, cwd)
}

it('whether any program may hold sessions of a folder: those that say what they hold are none of them', () => {
  const isAnyIn = (heard: readonly number[]): boolean[] => {
    const found = [{ pid: 1, argv: [provider.command], cwd: '/work' }]
    const processes = { startedAtMs: () => Date.now() - 60_000 } as unknown as ProcessTable // As above.
    const channel = { heardPids: () => new Set(heard), channels: () => [] } as unknown as LiveChannel // Nothing else is asked.
    const runs = trackUnregisteredRuns(withServers, processes, { find: () => found, channel, askedAt: () => Date.now() })
    return [runs.isAnyIn('/work'), runs.isAnyIn('/elsewhere')]
  }
  expect(isAnyIn([])).toEqual([true, false])
  expect(isAnyIn([1])).toEqual([false, false])
})

it('a session is alive while a program runs in its folder that began before it last wrote', () => {
  session('a', 10)
  const isAlive = tracker([{ cwd: '/work', secondsAgo: 60 }])
  expect(isAlive('a')).toBe(true)
  expect(isAlive('a', '/elsewhere')).toBe(false)
  expect(isAlive('unknown')).toBe(false)
})

it('no program, a later program, or a long silence: not alive', () => {
  session('a', 10)
  expect(tracker([])('a')).toBe(false)
  expect(tracker([{ cwd: '/work', secondsAgo: 5 }])('a')).toBe(false)
  session('old', 3600)
  expect(tracker([{ cwd: '/work', secondsAgo: 7200 }])('old')).toBe(false)
})

it('of several sessions in one folder as many are alive as programs run there, those that wrote last', () => {
  session('first', 30)
  session('second', 20)
  session('third', 10)
  const one = tracker([{ cwd: '/work', secondsAgo: 600 }])
  expect(['first', 'second', 'third'].filter((run) => one(run))).toEqual(['third'])
  const two = tracker([
    { cwd: '/work', secondsAgo: 600 },
    { cwd: '/work', secondsAgo: 500 },
  ])
  expect(['first', 'second', 'third'].filter((run) => two(run))).toEqual(['second', 'third'])
})

it.each([
  [['claude', ''], true],
  [['/usr/local/bin/claude', '-p', 'x'], true],
  [['node', '/lib/node_modules/@anthropic-ai/claude-code/cli.js'], true],
  [['node', 'server.js', '--name', 'claude'], false],
  [['vim', 'claude.md'], false],
  [['claude-devtools'], false],
])('%j is the product itself: %s', (argv, isOwn) => {
  expect(provider.isOwnProgram(argv)).toBe(isOwn)
})

it.each([
  ['2.0.76', false],
  ['1.0.128', false],
  ['2.1.74', false],
  ['2.1.104', true],
  ['2.1.327', true],
  ['3.0.0', true],
  [null, true],
  ['next', true],
])('release %s keeps a registry: %s', (version, has) => {
  expect(provider.hasRegistry(version)).toBe(has)
})

it('of two sessions and one program the one still at work is alive, whoever wrote last', () => {
  session('long', 30)
  session('short', 5)
  over.add('short')
  const isAlive = tracker([{ cwd: '/work', secondsAgo: 60 }])
  expect([isAlive('long'), isAlive('short')]).toEqual([true, false])
})

it('a session whose agent writes is not silent', () => {
  session('quiet', 3600)
  const agent = join(root, 'projects/-work/quiet/subagents/agent-a1.jsonl')
  mkdirSync(join(agent, '..'), { recursive: true })
  writeFileSync(agent, '{"type":"user"}\n')
  expect(tracker([{ cwd: '/work', secondsAgo: 7200 }])('quiet')).toBe(true)
})

/** A channel that has heard these pids. */
function hears(pids: readonly number[], states: readonly Partial<ChannelState>[] = []): LiveChannel {
  const state: ChannelState = { name: 'x', state: 'connected', version: '1', since: 0, retryAt: null, note: null }
  return {
    threads: () => new Map(),
    isExhaustive: false,
    channels: () => states.map((one) => ({ ...state, ...one })),
    heardPids: () => new Set(pids),
    retry: () => undefined,
    refresh: () => Promise.resolve(),
    onChange: () => () => undefined,
    close: () => undefined,
  }
}

it('a program that says what it holds holds nothing else, but of what was written since it was asked it has yet to speak', () => {
  session('a', 10)
  const here: Program[] = [{ cwd: '/work', secondsAgo: 60 }]
  const asked = (secondsAgo: number) => ({ channel: hears([1]), askedAt: () => Date.now() - secondsAgo * 1000 })
  expect(tracker(here, asked(5))('a')).toBe(false)
  expect(tracker(here, asked(20))('a')).toBe(true)
  expect(tracker(here, { channel: hears([1]) })('a')).toBe(true)
})

it('a server that has begun since, or is being asked for the first time, may hold what another folder holds', () => {
  session('a', 10)
  const server: Program[] = [{ cwd: '/', secondsAgo: 60 }]
  const first: Partial<ChannelState> = { state: 'reconnecting', version: null }
  const answered = { askedAt: () => Date.now() - 5000 }
  const isAlive = (more: Partial<UnregisteredOptions>, argv = ['x', 'serve']) => tracker(server, more, argv)('a')
  expect(isAlive({ channel: hears([], [first]), ...answered })).toBe(true)
  expect(isAlive({ channel: hears([], []), askedAt: () => Date.now() - 90_000 })).toBe(true)
  expect(isAlive({ channel: hears([], [first]), ...answered }, ['x', 'run'])).toBe(false)
  expect(isAlive({ channel: hears([], [{}]), ...answered })).toBe(false)
  expect(isAlive({ channel: hears([], [{ ...first, note: 'it fell silent' }]), ...answered })).toBe(false)
  expect(isAlive({ channel: null })).toBe(false)
})

it('who wrote after the last look at the programs may be one that has begun since: they are looked at again', () => {
  session('first', 10)
  const found: RunningProgram[] = []
  let at = Date.now()
  let looks = 0
  const processes = { startedAtMs: () => Date.now() - 60_000 } as unknown as ProcessTable
  const find = () => {
    looks++
    return [...found]
  }
  const runs = trackUnregisteredRuns(provider, processes, { find, now: () => at })
  const isAlive = (run: string) => runs.isAlive(buildCatalog({ provider, root, store: null }), run, '/work')
  expect(isAlive('first')).toBe(false)
  found.push({ pid: 1, argv: [provider.command], cwd: '/work' })
  at += 200
  expect(isAlive('first')).toBe(false)
  session('second', -0.1)
  expect(isAlive('second')).toBe(true)
  expect(looks).toBe(2)
})

it('the only program that can hold a session: a launcher and what it runs are one, two programs are nobody', () => {
  session('a', 10)
  session('older', 20)
  const found: RunningProgram[] = [
    { pid: 1, argv: ['node', '/usr/bin/x', 'run', 'go', ''], cwd: '/work' },
    { pid: 2, argv: ['/usr/lib/x', 'run', 'go', ''], cwd: '/work' },
  ]
  const holder = (run = 'a', cwd = '/work'): number | null => {
    const processes = {
      startedAtMs: () => Date.now() - 60_000,
      ancestors: (pid: number) => (pid === 2 || pid === 3 ? [pid - 1] : []),
    } as unknown as ProcessTable // As above.
    const runs = trackUnregisteredRuns(provider, processes, { find: () => found })
    return runs.holderOf(buildCatalog({ provider, root, store: null }), run, cwd)
  }
  expect(holder()).toBe(2)
  expect([holder('unknown'), holder('older'), holder('a', '/elsewhere')]).toEqual([null, null, null])
  found.push({ pid: 3, argv: ['/usr/lib/x', 'run', 'another', ''], cwd: '/work' })
  expect(holder()).toBe(null)
})
