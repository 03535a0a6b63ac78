import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Budget, BudgetBreach } from '../../shared/drive/budget'
import type { Pause } from '../../shared/drive/pause'
import { RunUri } from '../../shared/ids'
import { rowOf } from '../../testing/fakeEngine'
import { sampleMain, sampleNow, sketchTree } from '../../testing/sampleTree'
import { openBudgetBook, type RunSight } from './budgetBook'
import type { LiveLaunch } from './LiveLaunch'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-budgets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = RunUri.parse(`claude://${sampleMain}`)
const none: Budget = {
  ...{ run, key: null, tokens: null, dollars: null, agents: null, depth: null, minutes: null, silence: null },
  isStopping: true,
}

function sightOf(phase: 'running' | 'completed'): RunSight {
  const tree = sketchTree({ id: sampleMain, phase: 'completed', children: [{ phase: 'completed', children: [{ phase }] }] })
  return {
    row: { ...rowOf(tree), live: true },
    agents: new Map(tree.agents.map((agent) => [agent.key, { ...agent, id: agent.id ?? agent.key }])),
  }
}

/** Programs of ours over one state folder; what they tell a product to stop goes on until it is said that it does not. */
function bench() {
  const clock = { now: sampleNow }
  const world = { sight: sightOf('running'), isKnown: true }
  const stops: string[] = []
  const told: BudgetBreach['outcome'][] = []
  const launch = { run, isActive: true, isJoined: false, isPaused: false, pauses: (): readonly Pause[] => [] }
  const open = () =>
    openBudgetBook({
      ...{ stateFolder: folder, now: () => clock.now, sight: () => world.sight },
      launches: () => (world.isKnown ? [launch as unknown as LiveLaunch] : []), // All that is asked of it.
      stopAgent: (_, agent) => {
        stops.push(agent)
        return Promise.resolve(null)
      },
      stop: () => {
        stops.push('the session')
        return Promise.resolve()
      },
      onBreach: ({ outcome }) => void told.push(outcome),
      onChange: () => undefined,
    })
  const child = [...world.sight.agents.values()].find(({ depth }) => depth === 1)
  if (!child) throw new Error('it was sketched')
  return { clock, world, launch, stops, told, open, child }
}

it('limits that two programs set are both kept, and both see both', () => {
  const { open, child } = bench()
  const [one, other] = [open(), open()]
  expect([one.list(run), other.list(run)]).toEqual([[], []])
  one.set({ ...none, tokens: 1000 })
  other.set({ ...none, key: child.key, minutes: 5 })
  for (const book of [one, other, open()]) expect(book.list(run)).toHaveLength(2)
  one.set({ ...none, key: child.key })
  for (const book of [one, other, open()]) expect(book.list(run)).toMatchObject([{ tokens: 1000 }])
})

it('what two programs see passed is acted on by one', () => {
  const { open, told, stops } = bench()
  const [one, other] = [open(), open()]
  one.set({ ...none, agents: 1 })
  for (const book of [one, other, open()]) book.look()
  expect([told, stops]).toEqual([['stopping'], ['the session']])
})

it('an agent that is over while its child works on: not said to be stopped, and then the session is', () => {
  const { open, told, stops, child, clock, world } = bench()
  const book = open()
  book.set({ ...none, key: child.key, agents: 0.5 })
  book.look()
  expect([stops, book.breaches()]).toMatchObject([[child.id ?? child.key], [{ outcome: 'stopping' }]])
  const wait = (ms: number): void => {
    clock.now += ms
    book.look()
  }
  wait(1000)
  expect(stops).toHaveLength(1)
  wait(15_000)
  expect([stops.slice(1), told]).toEqual([['the session'], ['stopping']])
  wait(15_000)
  expect([stops.slice(1), told]).toEqual([
    ['the session', 'the session'],
    ['stopping', 'failed'],
  ])
  expect(open().breaches()).toMatchObject([{ outcome: 'failed' }])
  world.sight = sightOf('completed')
  wait(100)
  expect(open().breaches()).toMatchObject([{ outcome: 'stopped' }])
  wait(60_000)
  expect(stops).toHaveLength(3)
})

it('a limit that only warned and is to stop now, at the same value, stops; the other way round it goes on', () => {
  const { open, told, stops, clock } = bench()
  const book = open()
  book.set({ ...none, agents: 1, isStopping: false })
  book.look()
  book.look()
  expect([told, stops]).toEqual([['warned'], []])
  book.set({ ...none, agents: 1 })
  open().look()
  book.look()
  expect([told, stops]).toEqual([['warned', 'stopping'], ['the session']])
  book.set({ ...none, agents: 1, isStopping: false })
  for (const ms of [0, 16_000, 16_000]) {
    clock.now += ms
    book.look()
  }
  expect([told, stops]).toEqual([['warned', 'stopping'], ['the session']])
  expect(book.breaches()).toMatchObject([{ outcome: 'warned' }])
})

it('a limit of an agent that is through stops nothing else; once something below it works again, it does', () => {
  const { open, told, stops, child, world } = bench()
  const book = open()
  world.sight = sightOf('completed')
  book.set({ ...none, key: child.key, agents: 0.5, isStopping: false })
  book.look()
  book.set({ ...none, key: child.key, agents: 0.5 })
  book.look()
  expect([told, stops]).toEqual([['warned'], []])
  const other = open()
  other.set({ ...none, key: child.key, agents: 0.25 })
  other.look()
  expect([told, stops]).toEqual([['warned', 'not_ours'], []])
  expect(other.breaches()).toMatchObject([{ outcome: 'not_ours', hasEnded: true }])
  world.sight = sightOf('running')
  other.look()
  expect([told.at(-1), stops]).toEqual(['stopping', [child.id ?? child.key]])
})

it('what was not ours and goes on here is stopped; what only warns now was left alone for that', () => {
  const { open, told, stops, world } = bench()
  const book = open()
  world.isKnown = false
  book.set({ ...none, agents: 1 })
  book.look()
  book.set({ ...none, agents: 1, isStopping: false })
  book.look()
  book.set({ ...none, agents: 1 })
  book.look()
  expect([told, stops]).toEqual([['not_ours', 'warned', 'not_ours'], []])
  world.isKnown = true
  book.look()
  expect([told.at(-1), stops]).toEqual(['stopping', ['the session']])
  world.isKnown = false
  book.look()
  expect(told.at(-1)).toBe('stopping')
})

it('one that was started here and has ended is no stranger, and its pauses are still no work', () => {
  const { open, told, world, launch, clock } = bench()
  const root = [...world.sight.agents.values()].find(({ depth }) => depth === 0)
  if (!root) throw new Error('it was sketched')
  const at = (ms: number): string => new Date(clock.now + ms).toISOString()
  const ended = { ...root, started: at(-60 * 60_000), ended: at(0), updated: at(0) }
  world.sight = { row: { ...world.sight.row, live: false }, agents: new Map([[root.key, ended]]) }
  launch.isActive = false
  launch.pauses = () => [{ from: clock.now - 50 * 60_000, to: clock.now - 10 * 60_000 }]
  const book = open()
  book.set({ ...none, minutes: 30 })
  book.look()
  expect(told).toEqual([])
  book.set({ ...none, minutes: 15 })
  book.look()
  expect(book.breaches()).toMatchObject([{ outcome: 'not_ours', hasEnded: true, reached: 20, at: at(0) }])
})
