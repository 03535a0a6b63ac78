import { expect, it } from 'vitest'
import { AgentKey } from '../../../shared/ids'
import { noUsage } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { neverStill } from '../../drive/standstill'
import { elapsedTip } from '../header/elapsedTip'
import { amountWords } from './amountWords'
import { arrangeAgents } from './arrangeAgents'

function agent(key: string, says: Partial<AgentView>): AgentView {
  const view = {
    key: AgentKey.parse(key),
    parent: AgentKey.parse('root'),
    depth: 1,
    phase: 'completed',
    type: 'Explore',
    name: null,
    model: null,
    updated: null,
    started: null,
    ended: null,
    durationMs: null,
    usage: { own: noUsage, total: noUsage },
    cost: { own: null, total: null },
    ...says,
  }
  // Only what the list is arranged by.
  return view as unknown as AgentView
}

const all = [
  agent('a', { cost: { own: 1, total: 1 }, durationMs: 5, updated: '2026-01-01T10:00:00.000Z' }),
  agent('b', { phase: 'failed', depth: 2, type: 'reviewer', model: 'claude-sonnet-5', cost: { own: 3, total: 3 } }),
  agent('c', { depth: 2, durationMs: 9, updated: '2026-01-01T11:00:00.000Z' }),
  agent('d', { phase: 'waiting', depth: 3, type: 'reviewer' }),
]
const words = (grouping: Parameters<typeof arrangeAgents>[1]['grouping'], sort: Parameters<typeof arrangeAgents>[1]['sort']) =>
  arrangeAgents(all, { grouping, sort, rootDepth: 0, nowMs: 0, still: neverStill }).map(
    ({ label, agents }) => `${label}: ${agents.map(({ key }) => key)}`,
  )

it('puts agents into parts with an order of their own, in call order within them', () => {
  expect(words('status', 'calls')).toEqual(['needs you: d', 'failed: b', 'completed: a,c'])
  expect(words('type', 'calls')).toEqual(['Explore: a,c', 'reviewer: b,d'])
  expect(words('model', 'calls')).toEqual(['model not known yet: a,c,d', 'sonnet 5: b'])
  expect(words('depth', 'calls')).toEqual(['1 level below: a', '2 levels below: b,c', '3 levels below: d'])
})

it('sorts by what is most, and by the order of calls between equals', () => {
  expect(words('nothing', 'calls')).toEqual(['null: a,b,c,d'])
  expect(words('nothing', 'cost')).toEqual(['null: b,a,c,d'])
  expect(words('nothing', 'time')).toEqual(['null: c,a,b,d'])
  expect(words('nothing', 'activity')).toEqual(['null: c,a,b,d'])
  expect(words('depth', 'time')).toEqual(['1 level below: a', '2 levels below: c,b', '3 levels below: d'])
})

it('what stood still is no part of the time, wherever it is said or sorted by', () => {
  const started = '2026-01-01T10:00:00.000Z'
  const from = Date.parse(started)
  const nowMs = from + 60_000
  const works = agent('e', { phase: 'running', started })
  const failed = agent('f', { phase: 'failed', started, ended: '2026-01-01T10:00:40.000Z', durationMs: 40_000 })
  const still = { sinceMs: from + 20_000, pauses: [{ from: from + 20_000, to: Number.POSITIVE_INFINITY }] }
  const brief = agent('g', { durationMs: 30_000 })
  const order = (stands: typeof neverStill) =>
    arrangeAgents([failed, brief, works], { grouping: 'nothing', sort: 'time', rootDepth: 0, nowMs, still: stands })[0]?.agents
  expect(order(neverStill)?.map(({ key }) => key)).toEqual(['e', 'f', 'g'])
  expect(order(still)?.map(({ key }) => key)).toEqual(['g', 'f', 'e'])
  expect([works, failed].map((each) => amountWords(each, 'time', { nowMs, still }))).toEqual(['20s', '20s'])
  expect([works, failed].map((each) => elapsedTip(each, nowMs, still))).toEqual(['20\u202f000 ms', '20\u202f000 ms'])
  expect([elapsedTip(failed, nowMs, neverStill), elapsedTip(agent('h', {}), nowMs, still)]).toEqual([
    '40\u202f000 ms',
    'How long it has run',
  ])
  const parts = arrangeAgents([works], { grouping: 'status', sort: 'calls', rootDepth: 0, nowMs, still })
  expect(parts.map(({ label }) => label)).toEqual(['paused'])
})
