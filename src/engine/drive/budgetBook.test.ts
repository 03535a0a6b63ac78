import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Budget, BudgetBreach } from '../../shared/drive/budget'
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
  const world = { sight: sightOf('running') }
  const stops: string[] = []
  const told: BudgetBreach['outcome'][] = []
  const launch: Partial<LiveLaunch> = { pausedMs: () => 0, isPaused: false }
  const open = () =>
    openBudgetBook({
      ...{ stateFolder: folder, now: () => clock.now, sight: () => world.sight },
      ownOf: () => launch as LiveLaunch, // All that is asked of it.
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
  return { clock, world, stops, told, open, child }
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
