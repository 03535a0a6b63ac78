import { expect, it } from 'vitest'
import type { Budget } from '../../shared/drive/budget'
import { AgentKey, RunUri } from '../../shared/ids'
import { rowOf } from '../../testing/fakeEngine'
import { sampleMain, sampleNow, sketchTree } from '../../testing/sampleTree'
import { type BudgetRun, judgeBudget } from './judgeBudget'

const run = RunUri.parse(`claude://${sampleMain}`)
const none: Budget = {
  ...{ run, key: null, tokens: null, dollars: null, agents: null, depth: null, minutes: null, silence: null },
  isStopping: false,
}
const at = (ms: number): string => new Date(sampleNow + ms).toISOString()

const minutes = (from: number, to: number) => ({ from: sampleNow + from * 60_000, to: sampleNow + to * 60_000 })

function treeOf(): BudgetRun {
  const tree = sketchTree({
    id: sampleMain,
    phase: 'running',
    started: at(-20 * 60_000),
    updated: at(-4 * 60_000),
    children: [
      { phase: 'running', started: at(-10 * 60_000), updated: at(-3 * 60_000), children: [{ phase: 'completed' }] },
      { phase: 'completed' },
    ],
  })
  return {
    row: { ...rowOf(tree), live: true },
    agents: new Map(tree.agents.map((agent) => [agent.key, agent])),
    ...{ pauses: [], isPaused: false },
  }
}

const limits = (budget: Partial<Budget>, sight: BudgetRun = treeOf(), now = sampleNow) =>
  judgeBudget({ ...none, ...budget }, sight, now).map(({ limit, reached }) => [limit, reached])

it('counts agents and depth below the one that has the budget', () => {
  expect(limits({ agents: 2, depth: 1 })).toEqual([
    ['agents', 3],
    ['depth', 2],
  ])
  expect(limits({ agents: 3, depth: 2 })).toEqual([])
  const sight = treeOf()
  const child = [...sight.agents.values()].find(({ depth }) => depth === 1)
  expect(limits({ key: AgentKey.parse(child?.key), agents: 0.5, depth: 0.5 }, sight)).toEqual([
    ['agents', 1],
    ['depth', 1],
  ])
})

it('counts minutes and silence without the time it was paused', () => {
  expect(limits({ minutes: 19 })).toEqual([['minutes', 20]])
  expect(limits({ minutes: 19 }, { ...treeOf(), pauses: [minutes(-15, -13)] })).toEqual([])
  expect(limits({ silence: 1 }).map(([limit]) => limit)).toEqual(['silence'])
  expect(limits({ silence: 1 }, { ...treeOf(), isPaused: true })).toEqual([])
})

it('takes off only the pauses that lie in what is counted', () => {
  // The last record is three minutes old; the child began ten minutes ago.
  const sight = { ...treeOf(), pauses: [minutes(-19, -11), minutes(-2, -1)] }
  expect(limits({ silence: 1 }, sight)).toEqual([['silence', 2]])
  const child = [...sight.agents.values()].find(({ depth }) => depth === 1)
  expect(limits({ key: AgentKey.parse(child?.key), minutes: 1 }, sight)).toEqual([['minutes', 9]])
  expect(limits({ minutes: 1 }, sight)).toEqual([['minutes', 11]])
})

it('asks nothing of a run that is over but what it has used', () => {
  const sight = treeOf()
  const over = { ...sight, row: { ...sight.row, live: false } }
  expect(limits({ silence: 1, agents: 2 }, over)).toEqual([['agents', 3]])
})

it('an unknown price passes no limit', () => {
  const sight = treeOf()
  const [root] = sight.agents.values()
  if (!root) throw new Error('the sample has a root')
  const priced = (total: number | null) => new Map([...sight.agents, [root.key, { ...root, cost: { own: total, total } }]])
  expect(limits({ dollars: 0.01 }, { ...sight, agents: priced(null) })).toEqual([])
  expect(limits({ dollars: 0.01 }, { ...sight, agents: priced(2) })).toEqual([['dollars', 2]])
})

it('an agent that is not there has passed nothing', () => {
  expect(limits({ key: AgentKey.parse('nobody'), tokens: 1 })).toEqual([])
})
