import { expect, it } from 'vitest'
import { type HostLaunch, matchLaunch, type StartedRun } from './matchLaunch'

const RUN: StartedRun = { provider: 'other', startedAt: 5000, cwd: '/work', prompt: null, title: null }

function launch(call: string, says: Partial<HostLaunch> = {}): HostLaunch {
  const at = 0
  const known = {
    thread: 't',
    provider: 'other',
    command: 'other exec',
    prompts: null,
    at,
    endedAt: Number.NaN,
    folders: ['/work'],
  }
  return { call, ...known, until: Number.POSITIVE_INFINITY, isTaken: false, ...says }
}

function callOf(launches: readonly HostLaunch[], run: Partial<StartedRun> = {}): string | null {
  return matchLaunch(launches, { ...RUN, ...run })?.launch.call ?? null
}

it.each([
  ['a second before', { startedAt: -1000 }, 'a'],
  ['earlier', { startedAt: -1001 }, null],
  ['ten seconds after its end', { startedAt: 30_000 }, 'a'],
  ['later', { startedAt: 30_001 }, null],
  ['without a time', { startedAt: Number.NaN }, null],
  ['another product', { provider: 'third' }, null],
])('%s', (_, run, call) => {
  expect(callOf([launch('a', { until: 20_000 })], run)).toBe(call)
})

it.each([
  ['/work', '/work', '', 'a'],
  ['/work', '/work/sub', '', 'a'],
  ['/work', '/workshop', '', null],
  ['/', '/anywhere', '', 'a'],
  ['/', '/', '', 'a'],
  ['/work', '/else', 'cd /else && other', 'a'],
  ['/work', '/else', 'cd /else/ && other', 'a'],
  ['/work', '/else', 'cd /else/sub && other', null],
  ['/work', '/', 'cd /else && other', null],
  ['/work', null, '', null],
])('from %s into %s by %j', (folder, cwd, command, call) => {
  expect(callOf([launch('a', { folders: [folder], command })], { cwd })).toBe(call)
})

it.each([
  ['it was asked that', ['Fix the first test'], 'Fix the first test', 'a'],
  ['it was asked more', ['Fix the first test'], 'Fix the first test\nand the second', 'a'],
  ['what it quotes is cut', ['Fix the first'], 'Fix the first test', 'a'],
  ['its prompt stands in it', ['Please: Fix the first test'], 'Fix the first test', 'a'],
  ['it was asked something else', ['Fix the first test'], 'Write a poem', null],
  ['it was asked one of them', ['Fix the first test', 'Write a poem'], 'Write a poem', 'a'],
  ['nobody knows what it was asked', ['Fix the first test'], null, 'a'],
  ['it quotes nothing', null, 'Write a poem', 'a'],
])('the command quotes a prompt, and %s', (_, prompts, prompt, call) => {
  expect(callOf([launch('a', { prompts })], { prompt })).toBe(call)
})

it('a title may prove and never disproves', () => {
  const launches = [launch('a', { prompts: ['Write a poem'] }), launch('b', { at: 1, command: 'other "Fix the first test"' })]
  expect(callOf(launches, { title: 'Fix the first test' })).toBe('b')
  expect(callOf(launches.slice(0, 1), { title: 'Fix the first test' })).toBe('a')
})

it('of calls that fit alike the earliest that has no session yet', () => {
  const [a, b] = [launch('a'), launch('b', { at: 1 })]
  expect(callOf([b, a])).toBe('a')
  expect(callOf([{ ...a, isTaken: true }, b])).toBe('b')
  expect(callOf([a, b].map((one) => ({ ...one, isTaken: true })))).toBe('b')
  const prompts = ['Write a poem']
  expect(callOf([{ ...a, prompts, isTaken: true }, b], { prompt: 'Write a poem' })).toBe('a')
})
