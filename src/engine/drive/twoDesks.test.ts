import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Driver } from '../../core/drive/driver'
import { ok } from '../../shared/result'
import { ToySession } from '../../testing/drive/ToySession'
import { makeToyBench, type ToyBench } from '../../testing/drive/toyBench'
import type { ToyDesk } from '../../testing/drive/toyDesk'
import { toyDriver } from '../../testing/drive/toyDriver'
import { logToy } from '../../testing/toy/logToy'
import { LaunchBook } from './LaunchBook'
import type { LiveLaunch } from './LiveLaunch'
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

/** Two programs of ours over one session that works. */
async function pair() {
  const [one, other] = [await bench.open(), await bench.open()]
  const launch = await bench.start(one, { prompt: 'wait' })
  await bench.phase(one, launch, 'working')
  const same = await other.until(() => other.desk.launch(launch.id))
  await bench.phase(other, same, 'working')
  return { one, other, launch, same }
}

const stored = (launch: LiveLaunch) =>
  JSON.parse(readFileSync(`${bench.place.state}/drive/launches/${launch.id}.json`, 'utf8')) as LiveLaunch['record']
const ended = (toy: ToyDesk, { id }: LiveLaunch) => toy.until(() => toy.launchOf(id).exit)

it('what is stopped in one program is no trouble in another, nor after a restart', async () => {
  const { one, other, launch, same } = await pair()
  expect(await launchActs.stop(launch, 'now')).toBeNull()
  await Promise.all([ended(one, launch), ended(other, same)])
  const later = await bench.open()
  for (const toy of [one, other, later]) expect(toy.launchOf(launch.id)).toMatchObject({ phase: 'ended', trouble: null })
  expect(stored(launch).isStopped).toBe(true)
})

it('what is paused in one is paused in all, and what another then finishes is paused no more', async () => {
  const { one, other, launch, same } = await pair()
  expect(await launchActs.pause(launch, true)).toBeNull()
  await bench.phase(other, same, 'paused')
  // What another program has to say besides does not take the pause back.
  same.change({ hasBegun: true })
  expect(stored(launch).pausedAt).not.toBeNull()
  expect(await launchActs.pause(launch, false)).toBeNull()
  await bench.phase(other, same, 'working')
  // Stopped in the very moment in which the other one has not heard of the pause.
  expect(await launchActs.pause(launch, true)).toBeNull()
  expect(await launchActs.stop(same, 'finish')).toBeNull()
  await launchActs.interrupt(same)
  await Promise.all([ended(one, launch), ended(other, same)])
  const later = await bench.open()
  for (const toy of [one, other, later]) expect(toy.launchOf(launch.id)).toMatchObject({ phase: 'ended', trouble: null })
  expect(stored(launch)).toMatchObject({ pausedAt: null, isStopped: true })
  expect(stored(launch).pausedMs).toBeGreaterThan(0)
})

it('what is taken off the list in one is gone in all, and does not come back', async () => {
  const { one, other, launch, same } = await pair()
  await launchActs.stop(launch, 'now')
  await ended(other, same)
  expect(await one.desk.forget(launch)).toBeNull()
  same.change({ trouble: 'late' })
  await other.until(() => other.desk.launch(launch.id) === null)
  expect((await bench.open()).desk.news().launches).toEqual([])
})

/** The toy as a server for many, which is met before its session is noted. */
function serving(beforeSession: () => Promise<void>): Driver {
  const toy = toyDriver()
  return {
    ...toy,
    async start(ground, wish, plan, { path }) {
      const spec = {
        ...{ program: path, argv: ['--session', 'served'], folder: wish.folder, terminal: null },
        env: { ...ground.env, TOY_ROOT: ground.root },
      }
      const held = await ground.shared('serve', () => Promise.resolve(spec))
      if (!held.ok) throw new Error(held.failure.message)
      await beforeSession()
      const session = await ToySession.open(held.value)
      // A session of it ends; the server does not.
      session.end = () => Promise.resolve()
      return ok({ session, held: held.value, memo: plan.memo })
    },
  }
}

it('a server that one program is just meeting is not ended by another that comes and goes', async () => {
  let met = Promise.resolve()
  const one = await bench.open({ driver: serving(() => met) })
  const first = await bench.start(one, { prompt: '' })
  await launchActs.stop(first, 'now')
  expect(first.record.ended).not.toBeNull()
  const gate = Promise.withResolvers<void>()
  met = gate.promise
  const starting = bench.start(one, { prompt: '' })
  // The command line, asked only to print something, and the app, closed with all that is its own.
  for (const isVisitor of [true, false]) await (await bench.open()).desk.close({ keep: true, isVisitor })
  gate.resolve()
  const second = await starting
  expect([second.held?.pid, second.held?.isRunning(), second.isActive]).toEqual([first.held?.pid, true, true])
})

it('one that another program starts while the list of what is held is on its way has not ended', async () => {
  const one = await bench.open()
  const other = await bench.open()
  const launch = await bench.start(one, { prompt: 'wait' })
  let isStale = true
  const { keeper } = other
  const late = makeBook({ keeper: { ...keeper, list: async () => (isStale ? [] : await keeper.list()) } }, [])
  await late.book.refresh()
  expect([late.book.all(), stored(launch).ended]).toEqual([[], null])
  isStale = false
  await late.book.refresh()
  expect(late.book.all()).toMatchObject([{ id: launch.id, isActive: true }])
  late.book.close()
})

it('what ended long ago leaves the list and the disk', async () => {
  const toy = await bench.open()
  const old = await bench.start(toy, { prompt: 'exit 0' })
  await ended(toy, old)
  const young = await bench.start(toy, { prompt: 'exit 0' })
  await ended(toy, young)
  const path = `${bench.place.state}/drive/launches/${old.id}.json`
  const record = JSON.parse(readFileSync(path, 'utf8')) as LiveLaunch['record']
  writeFileSync(path, JSON.stringify({ ...record, ended: { code: 0, signal: null, at: Date.now() - 31 * 24 * 3600_000 } }))
  const later = makeBook(toy)
  await later.book.refresh()
  await later.book.tidy()
  expect(later.book.all()).toHaveLength(2)
  later.pass(60_000)
  await later.book.tidy()
  expect(later.book.all().map(({ id }) => id)).toEqual([young.id])
  expect(existsSync(path)).toBe(false)
  expect(await toy.keeper.list()).toHaveLength(1)
  later.book.close()
})

function makeBook({ keeper }: Pick<ToyDesk, 'keeper'>, drivers = [toyDriver()]) {
  let passedMs = 0
  const now = (): number => Date.now() + passedMs
  const book = new LaunchBook({
    ...{ stateFolder: bench.place.state, keeper, drivers, labelOf: () => 'Toy', now, keeps: () => true },
    groundOf: () => {
      throw new Error('nothing is started')
    },
    ...{ isTurnOpen: () => false, onChange: () => undefined, onPartial: () => undefined, onNamed: () => undefined },
  })
  return { book, pass: (ms: number) => (passedMs += ms) }
}
