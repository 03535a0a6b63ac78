import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { handTimers } from '../../testing/handTimers'
import { fakeProcessFolder } from '../../testing/processFolder'
import { openCodexChannel } from './openCodexChannel'
import { readOpenRollouts, writersOf } from './openRollouts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const DAY = 'sessions/2026/11/18'
const idOf = (digit: string): string => `01a1f0f9-ac53-76c1-8b99-43aa201e19e${digit}`

function home() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'understory-rollouts-')))
  const processes = fakeProcessFolder()
  closing.push(() => rmSync(root, { recursive: true, force: true }), processes.close)
  const rollout = (digit: string): string => join(root, DAY, `rollout-2026-11-18T23-24-16-${idOf(digit)}.jsonl`)
  return { root, processes, rollout }
}

test('what a program writes is its own, what it only reads is not, and its launcher holds nothing else', () => {
  const { root, processes, rollout } = home()
  processes.program(10, 'node')
  processes.program(11, 'codex', {
    open: ['socket:[5]', rollout('0')],
    writes: [rollout('1'), rollout('2'), join(root, 'config.toml'), '/elsewhere/sessions/rollout-x.jsonl'],
    parent: 10,
  })
  processes.program(12, 'codex-x86_64-un', { writes: [`${rollout('3')} (deleted)`] })
  processes.program(13, 'other', { writes: [rollout('4')] })
  expect(readOpenRollouts(root, processes)).toEqual({
    writers: new Map([
      [idOf('1'), 11],
      [idOf('2'), 11],
    ]),
    seen: new Set([10, 11, 12]),
  })
})

test('two that write one thread are both told', () => {
  const { root, processes, rollout } = home()
  processes.program(11, 'codex', { writes: [rollout('1')] })
  processes.program(12, 'codex', { writes: [rollout('1'), rollout('2')] })
  expect(writersOf(root, idOf('1'), processes).sort()).toEqual([11, 12])
  expect(writersOf(root, idOf('3'), processes)).toEqual([])
})

test('a home behind a link is the one that the kernel names', () => {
  const { root, processes, rollout } = home()
  processes.program(11, 'codex', { writes: [rollout('1')] })
  const link = join(root, 'link')
  mkdirSync(join(root, 'sessions'))
  symlinkSync(root, link)
  expect(readOpenRollouts(link, processes).writers).toEqual(new Map([[idOf('1'), 11]]))
})

test('another home, another user, no process folder: nothing', () => {
  const { root, processes, rollout } = home()
  processes.program(11, 'codex', { writes: [rollout('1')] })
  expect(readOpenRollouts(tmpdir(), processes).writers.size).toBe(0)
  const nobody = { writers: new Map(), seen: new Set() }
  expect(readOpenRollouts(root, { ...processes, uid: 123_456 })).toEqual(nobody)
  expect(readOpenRollouts(root, { path: join(root, 'none'), uid: null })).toEqual(nobody)
})

test('of two silent runs in one folder the one whose program has it open is held, and only as long', async () => {
  const { root, processes, rollout } = home()
  processes.write('locks', '')
  processes.program(501, 'codex', { cwd: '/work', writes: [rollout('1')] })
  processes.program(502, 'codex', { cwd: '/work', writes: [rollout('2')] })
  const channel = openCodexChannel({ root, clock: handTimers(0), processes })
  closing.push(() => channel.close())
  const held = () => [...channel.threads()].map(([thread, { pid }]) => [thread, pid])
  expect(held()).toEqual([
    [idOf('1'), 501],
    [idOf('2'), 502],
  ])
  expect(channel.heardPids?.()).toEqual(new Set([501, 502]))
  // Only of releases that lock is it known that nobody else can hold theirs.
  expect(channel.isExhaustive).toBe(false)
  let told = 0
  channel.onChange(() => void told++)
  processes.end(502)
  await channel.refresh()
  expect(held()).toEqual([[idOf('1'), 501]])
  expect(told).toBe(1)
})
