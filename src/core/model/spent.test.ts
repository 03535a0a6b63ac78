import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentEvent } from '../event'
import { applyTo, newForest, runOf, treeOf } from './forest'
import { priceSums } from './priceSums'
import { addSpent, nothingSpent } from './spent'
import type { ViewOptions } from './viewAgents'

const price = { input: 2, cacheWrite: 0, cacheRead: 0, output: 0 }
const prices = { dated: '', source: '', models: [{ match: 'known', price, context: null }] }
const tokens = { input: 1_000_000, cacheWrite: 0, cacheRead: 0, output: 0, reasoning: 0 }
const VIEW: ViewOptions = { promptWindowMs: 0, warmupPrompts: new Set(), prices }

it('what the product recorded comes before the price table, which reckons only the rest', () => {
  const spent = nothingSpent()
  addSpent(spent, { model: 'known', tokens, cost: 0.5 }, 1)
  expect(priceSums(spent, prices)).toMatchObject({ cost: 0.5, isRecorded: true, usage: { requests: 1 }, unknownModels: [] })
  addSpent(spent, { model: 'known', tokens, cost: null }, 1)
  expect(priceSums(spent, prices)).toMatchObject({ cost: 2.5, isRecorded: false, usage: { requests: 2, input: 2_000_000 } })
  addSpent(spent, { model: 'unknown', tokens, cost: 0 }, 1)
  expect(priceSums(spent, prices)).toMatchObject({ cost: 2.5, unknownModels: [] })
})

it('recorded sums do not depend on the order, nor on what was said before', () => {
  const costs = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 20 })
  fc.assert(
    fc.property(costs, (list) => {
      const [there, back] = [nothingSpent(), nothingSpent()]
      for (const cost of list) addSpent(there, { model: 'm', tokens, cost }, 1)
      for (const cost of [...list].reverse()) {
        addSpent(back, { model: 'm', tokens, cost: cost / 2 }, 1)
        addSpent(back, { model: 'm', tokens, cost: cost / 2 }, -1)
        addSpent(back, { model: 'm', tokens, cost }, 1)
      }
      expect(back).toEqual(there)
    }),
  )
})

it('a tree’s cost is recorded when all of it is', () => {
  const run = runOf(newForest(), 'toy', 'r')
  const said = (response: string, cost: number | null): AgentEvent => ({
    ...{ kind: 'usage_counted', thread: 'r', response, record: response, model: 'known', tokens, at: 1 },
    ...(cost === null ? {} : { cost }),
    context: 7,
  })
  expect(treeOf(run, VIEW).cost).toEqual({ usd: 0, complete: true, source: 'estimated' })
  applyTo(run, 'file', said('a', 0.1), 1)
  applyTo(run, 'file', said('a', 0.25), 2)
  expect(treeOf(run, VIEW)).toMatchObject({ cost: { usd: 0.25, source: 'recorded' }, agents: [{ context: { tokens: 7 } }] })
  applyTo(run, 'file', said('b', null), 3)
  expect(treeOf(run, VIEW).cost).toEqual({ usd: 2.25, complete: true, source: 'estimated' })
})
