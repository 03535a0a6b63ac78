import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunUri } from '../../shared/ids'
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

it('starts a session, whose tree is that of its files, and ends it', async () => {
  const toy = await bench.open()
  const planned = await toy.desk.plan(toyWish(bench.folder))
  expect(planned.ok && planned.value.command).toMatch(/bin\/toy --session/)
  const launch = await bench.start(toy)
  await bench.phase(toy, launch, 'idle')
  const run = await toy.until(() => launch.run)
  await toy.until(() => toy.sight(run)?.row.live)
  expect(toy.launchOf(launch.id)).toMatchObject({ run, title: 'hello', phase: 'idle', exit: null, trouble: null })
  expect(toy.launchOf(launch.id).can).toMatchObject({ send: null, interrupt: 'Nothing is running.', pause: null, stop: null })
  expect(await launchActs.send(launch, 'again')).toBeNull()
  await bench.phase(toy, launch, 'idle')
  expect(readFileSync(bench.fileOf(run), 'utf8')).toContain('heard again')
  expect(await launchActs.stop(launch, 'finish')).toBeNull()
  await bench.phase(toy, launch, 'ended')
  expect(toy.launchOf(launch.id)).toMatchObject({ exit: { code: 0 }, trouble: null, can: { stop: 'It has ended.' } })
  await toy.until(() => toy.sight(run)?.row.live === false)
  expect(await toy.desk.forget(launch)).toBeNull()
  expect(toy.desk.news().launches).toEqual([])
})

it('says nothing into a run that somebody else has opened while it waited', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy)
  await bench.phase(toy, launch, 'idle')
  const run = await toy.until(() => launch.run)
  mkdirSync(bench.place.at('owners'), { recursive: true })
  const owner = bench.place.at(`owners/${run.slice(9)}.${process.pid}`)
  writeFileSync(owner, '')
  expect(await toy.desk.send(launch, 'again')).toContain(`process ${process.pid}`)
  rmSync(owner)
  // The second need not be looked after any more once the first has begun a turn.
  expect(await Promise.all(['once more', 'and on'].map((words) => toy.desk.send(launch, words)))).toEqual([null, null])
  await bench.phase(toy, launch, 'idle')
  const heard = [...readFileSync(bench.fileOf(run), 'utf8').matchAll(/heard (again|once more|and on)/g)].map(([, words]) => words)
  expect(heard).toEqual(['once more', 'and on'])
})

it('what an agent asks waits everywhere, is answered once, and the second sees that it was', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'a child please' })
  const ask = await toy.until(() => toy.desk.news().asks.find(({ key }) => key !== null))
  const run = launch.run as RunUri
  expect(ask).toMatchObject({ run, agent: 'toy-c1', key: 'c1', detail: 'rm -rf build', launch: launch.id })
  await toy.until(() => toy.sight(run)?.agents.get('c1')?.phase === 'waiting')
  expect(toy.sight(run)?.agents.get('c1')).toMatchObject({ waitingFor: 'permission', activity: 'Bash: rm -rf build' })
  expect(toy.sight(run)?.row.agents.waiting).toBe(1)
  const wrong = await toy.desk.answerAsk(ask.id, { kind: 'option', option: 'maybe', message: null })
  expect(wrong.outcome).toBe('refused')
  const yes = { kind: 'option', option: 'yes', message: null } as const
  const both = await Promise.all([toy.desk.answerAsk(ask.id, yes), toy.desk.answerAsk(ask.id, { ...yes, option: 'no' })])
  expect(both.map(({ outcome }) => outcome)).toEqual(['answered', 'already'])
  await toy.until(() => toy.sight(run)?.agents.get('c1')?.phase === 'completed')
  expect(readFileSync(bench.fileOf(run, 'toy-c1'), 'utf8')).toContain('told yes')
  expect((await toy.desk.answerAsk(ask.id, yes)).outcome).toBe('already')
})

it('an ask that is withdrawn leaves the list', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  await toy.until(() => toy.desk.news().asks.length === 1)
  expect(await launchActs.interrupt(launch)).toBeNull()
  await toy.until(() => toy.desk.news().asks.length === 0)
})

it.each([
  '-rf --version',
  '--',
  'quote \' " ` $(touch pwned) $HOME ; | & > x',
  'two\nlines\r\n\tand a tab',
  'emoji 🙂 ‮rtl',
  `a million ${'letters '.repeat(125_000)}`,
])('passes a prompt on literally: %#', async (prompt) => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt })
  await bench.phase(toy, launch, 'idle')
  const run = await toy.until(() => launch.run)
  const text = await toy.until(() => {
    const lines = readFileSync(bench.fileOf(run), 'utf8').split('\n')
    return lines.find((line) => line.includes('"ask"'))
  })
  expect((JSON.parse(text) as { ask: string }).ask).toBe(prompt)
  expect(readdirSync(bench.folder)).toEqual([])
})

it('the program sees a cleaned environment, and nothing of it lies in our state', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'env' })
  await bench.phase(toy, launch, 'idle')
  const said = readFileSync(bench.place.at(`${launch.run?.slice(9)}/main.log`), 'utf8')
  expect(said).toContain('not for disk')
  expect(said).not.toMatch(/UNDERSTORY_|ELECTRON_|NODE_OPTIONS/)
  expect(readFileSync(join(bench.place.state, 'drive/launches', `${launch.id}.json`), 'utf8')).not.toContain('not for disk')
})

it('remembers what was chosen in a folder', async () => {
  const toy = await bench.open()
  await bench.start(toy, { model: 'small', mode: 'careful', extra: ['--leave'] })
  const [recent] = await toy.desk.folders()
  expect(recent).toMatchObject({ folder: bench.folder, choices: { model: 'small', mode: 'careful', extra: ['--leave'] } })
})

it('closing without keeping ends all that was started here', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, launch, 'working')
  expect(toy.desk.activeCount()).toBe(1)
  await toy.desk.close({ keep: false })
  expect(launch.held?.isRunning()).toBe(false)
})

it('lists what can be started, with the agents of a folder', async () => {
  const toy = await bench.open()
  const [program] = await toy.desk.programs(bench.folder)
  expect(program).toMatchObject({
    provider: 'logtoy',
    version: '1.5.0',
    problem: null,
    agents: ['builder'],
    ways: ['headless', 'terminal'],
  })
})
