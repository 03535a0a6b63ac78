import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeToyBench, type ToyBench } from '../../testing/drive/toyBench'
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

const yes = { kind: 'option', option: 'yes', message: null } as const

it('a paused session asks on, is answered when it goes on, and its pause is known by its time', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  const run = await toy.until(() => launch.run)
  const [ask] = await toy.until(() => toy.desk.news().asks.length === 1 && toy.desk.news().asks)
  const waits = () => [...toy.desk.word.threads('logtoy').values()].map(({ activity }) => activity)
  expect(toy.desk.word.pausedUntil?.(run)).toBeNull()
  await launchActs.pause(launch, true)
  expect([launch.phase(), toy.desk.asks().length, toy.desk.news().ended, waits()]).toEqual(['paused', 1, [], ['waiting']])
  expect(toy.desk.word.pausedUntil?.(run)).toBe(Number.POSITIVE_INFINITY)
  expect(await toy.desk.answerAsk(ask?.id ?? '', yes)).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining('paused'),
  })
  launch.change({ pausedAt: null })
  launch.change({ pausedAt: Date.now() - 5000 })
  await launchActs.pause(launch, false)
  const [pause] = launch.record.pauses ?? []
  expect((pause?.to ?? 0) - (pause?.from ?? 0)).toBe(launch.record.pausedMs)
  expect(toy.desk.word.pausedUntil?.(run)).toBe(pause?.to)
  // The turn began within those five seconds.
  expect(toy.launchOf(launch.id).pauses).toEqual([pause])
  expect((await toy.desk.answerAsk(ask?.id ?? '', yes)).outcome).toBe('answered')
  await bench.phase(toy, launch, 'idle')
})
