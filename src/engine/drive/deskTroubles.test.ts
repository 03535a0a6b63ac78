import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LaunchWish } from '../../shared/drive/launchWish'
import { makeToyBench, type ToyBench } from '../../testing/drive/toyBench'
import { toyWish } from '../../testing/drive/toyDesk'
import { logToy } from '../../testing/toy/logToy'
import { launchActs } from './launchActs'

const given = vi.hoisted(() => ({ providers: [] as unknown[] }))
vi.mock('../../core/providers', () => ({ providers: given.providers }))
vi.mock('../../connect/connections', () => ({ connections: [] }))

let bench: ToyBench
beforeEach(() => {
  given.providers.splice(0, Infinity, logToy)
  bench = makeToyBench()
})
afterEach(() => bench.close())

it.each<[string, Partial<LaunchWish>, string, RegExp]>([
  ['a relative folder', { folder: 'work' }, 'no_folder', /not a whole path/],
  ['a NUL', { prompt: 'a\0b' }, 'bad_value', /NUL/],
  ['an unknown mode', { mode: 'yolo' }, 'bad_value', /no permission mode "yolo"; it has careful/],
  ['an unknown product', { provider: 'amp' as LaunchWish['provider'] }, 'not_possible', /cannot be started/],
])('refuses %s', async (_, change, code, message) => {
  const toy = await bench.open()
  for (const refused of [await toy.desk.plan(toyWish(bench.folder, change)), await toy.desk.start(toyWish(bench.folder, change))])
    expect(refused).toMatchObject({ ok: false, failure: { code, message: expect.stringMatching(message) } })
  expect(toy.keeper.pids()).toEqual([])
})

it('a folder that is deleted between plan and start is refused', async () => {
  const toy = await bench.open()
  expect((await toy.desk.plan(toyWish(bench.folder))).ok).toBe(true)
  rmSync(bench.folder, { recursive: true })
  expect(await toy.desk.start(toyWish(bench.folder))).toMatchObject({ failure: { code: 'no_folder' } })
  expect(readdirSync(bench.place.at('..'))).not.toContain('work ü $(id)')
})

it('a demo starts nothing', async () => {
  const toy = await bench.open({ isDemo: true })
  expect(await toy.desk.plan(toyWish(bench.folder))).toMatchObject({ failure: { message: expect.stringContaining('demo') } })
})

it.each<[string, string[], string, RegExp]>([
  ['ends at once', ['--fail'], 'failed', /ended at once .* with exit code 3: something is broken/],
  ['does not know a flag', ['--new-flag'], 'failed', /does not know an argument/],
  ['prints garbage', ['--garbage'], 'failed', /no line of the toy/],
])('a program that %s is said with what to do', async (_, extra, wanted, trouble) => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { extra })
  await bench.phase(toy, launch, wanted)
  const row = await toy.until(() => trouble.test(toy.launchOf(launch.id).trouble ?? '') && toy.launchOf(launch.id))
  expect(row.exit?.code).toBeGreaterThan(0)
})

it('a program that hangs at start is waited for and can be stopped', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { extra: ['--hang'] })
  expect(toy.launchOf(launch.id).phase).toBe('starting')
  expect(await launchActs.stop(launch, 'now')).toBeNull()
  await bench.phase(toy, launch, 'ended')
  expect(toy.launchOf(launch.id).trouble).toBeNull()
})

it('exit codes and signals are told as they are', async () => {
  const toy = await bench.open()
  const left = await bench.start(toy, { prompt: 'exit 7' })
  // Its end may be seen before its last lines are read: by then it has not failed, and when they are it has begun.
  const phases = new Set<string>()
  await toy.until(() => {
    const { exit, phase } = toy.launchOf(left.id)
    if (exit !== null) phases.add(phase)
    return exit !== null && left.record.hasBegun
  })
  expect([...phases]).toEqual(['ended'])
  expect(toy.launchOf(left.id)).toMatchObject({ exit: { code: 7, signal: null } })
  const killed = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, killed, 'working')
  process.kill(killed.held?.pid ?? 0, 'SIGKILL')
  await toy.until(() => toy.launchOf(killed.id).exit)
  expect(toy.launchOf(killed.id)).toMatchObject({
    exit: { signal: 'SIGKILL' },
    trouble: expect.stringContaining('not from here'),
  })
})

it('a pause stops the process truly, says since when, and counts as no work', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, launch, 'working')
  expect(await launchActs.pause(launch, true)).toBeNull()
  expect(toy.launchOf(launch.id)).toMatchObject({ phase: 'paused', can: { send: 'It is paused: let it go on first.' } })
  const stat = () => readFileSync(`/proc/${launch.held?.pid}/stat`, 'latin1')
  await expect.poll(() => stat()).toMatch(/\) T /)
  expect(await launchActs.pause(launch, false)).toBeNull()
  await expect.poll(() => stat()).not.toMatch(/\) T /)
  expect(toy.launchOf(launch.id).phase).toBe('working')
  expect(launch.record.pausedMs).toBeGreaterThan(0)
  await launchActs.pause(launch, true)
  expect(await launchActs.stop(launch, 'now')).toBeNull()
  await bench.phase(toy, launch, 'ended')
})

it('twenty at once: each has its own, and all are found again by another desk', async () => {
  const toy = await bench.open()
  const launches = await Promise.all(
    Array.from({ length: 20 }, (_, i) => bench.start(toy, { prompt: `${i % 2 ? 'permission' : 'wait'} ${i}` })),
  )
  await toy.until(() => toy.desk.news().asks.length === 10)
  await Promise.all(launches.map((launch) => bench.phase(toy, launch, 'working')))
  expect(new Set(launches.map(({ run }) => run)).size).toBe(20)
  // Nothing is closed: as if this program had been killed.
  const again = await bench.open()
  expect(
    again.desk
      .news()
      .launches.map(({ id }) => id)
      .sort(),
  ).toEqual(launches.map(({ id }) => id as string).sort())
  await again.until(() => again.desk.news().asks.length === 10)
  expect(again.desk.news().launches.every((row) => row.phase === 'working' && row.pid !== null)).toBe(true)
  const [ask] = again.desk.news().asks
  expect((await again.desk.answerAsk(ask?.id ?? '', { kind: 'option', option: 'yes', message: null })).outcome).toBe('answered')
  await toy.until(() => toy.desk.news().asks.length === 9)
})

it('what ended while nobody looked is told as ended', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, launch, 'working')
  await toy.close()
  process.kill(launch.held?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => launch.held?.isRunning()).toBe(false)
  const again = await bench.open()
  expect(again.launchOf(launch.id)).toMatchObject({ phase: 'ended', exit: { code: null, signal: null } })
  expect(again.launchOf(launch.id).trouble).toContain('nobody saw how it ended')
})

it('what whoever started it was killed before saying is said once, or said to be lost', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'first' })
  await bench.phase(toy, launch, 'idle')
  const run = await toy.until(() => launch.run)
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const words = join(bench.place.state, 'drive', 'launches', `${launch.id}.first`)
  const left = (text: string): void => writeFileSync(words, JSON.stringify({ pid, start: null, text }))
  const isLeft = (): boolean => existsSync(words)
  left('first')
  await vi.waitFor(() => expect(isLeft()).toBe(false), 20_000)
  // A short word stands in many a line that was written.
  left('s')
  await vi.waitFor(() => expect(readFileSync(bench.fileOf(run), 'utf8')).toContain('"heard s"'), 20_000)
  await bench.phase(toy, launch, 'idle')
  left('second "one"')
  await vi.waitFor(() => expect(readFileSync(bench.fileOf(run), 'utf8')).toContain(JSON.stringify('heard second "one"')), 20_000)
  expect(readFileSync(bench.fileOf(run), 'utf8').match(/heard first/g)).toHaveLength(1)
  await launchActs.stop(launch, 'now')
  await bench.phase(toy, launch, 'ended')
  left('third')
  await toy.until(() => toy.launchOf(launch.id).trouble?.includes('“third”'))
})
