import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { providers } from '../core/providers'
import { buildCatalog } from './catalog'
import type { RunningProgram } from './findPrograms'
import type { ProcessTable } from './processTable'
import { trackUnregisteredRuns } from './unregisteredRuns'

const [provider] = providers
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

/** Programs by folder, each begun so many seconds ago. */
function tracker(programs: readonly { cwd: string; secondsAgo: number }[]) {
  if (!provider) throw new Error('no provider')
  const running: RunningProgram[] = programs.map(({ cwd }, i) => ({ pid: i + 1, argv: [provider.command], cwd }))
  const processes = {
    startedAtMs: (pid: number) => Date.now() - (programs[pid - 1]?.secondsAgo ?? 0) * 1000,
  } as unknown as ProcessTable // Only the start of a process is asked for here.
  const runs = trackUnregisteredRuns(provider, processes, { find: () => running, isOver: (run) => over.has(run) })
  const catalog = buildCatalog({ provider, root, store: null })
  return (run: string, cwd = '/work') => runs.isAlive(catalog, run, cwd)
}

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
  expect(provider?.isOwnProgram(argv)).toBe(isOwn)
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
  expect(provider?.hasRegistry(version)).toBe(has)
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
