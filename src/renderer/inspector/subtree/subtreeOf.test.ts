import { expect, it } from 'vitest'
import { AgentKey } from '../../../shared/ids'
import type { AgentView } from '../../../shared/views'
import { subtreeOf } from './subtreeOf'

function agent(
  key: string,
  says: Partial<Pick<AgentView, 'phase' | 'updated' | 'ended'>> & { readonly usd?: number | null },
): AgentView {
  const { usd = null, ...rest } = says
  const view = {
    key: AgentKey.parse(key),
    phase: 'completed',
    updated: null,
    ended: null,
    cost: { own: usd, total: usd },
    ...rest,
  }
  // Only what the subtree is reckoned from.
  return view as unknown as AgentView
}

const all = [
  agent('root', { usd: 90 }),
  agent('a', { phase: 'running', usd: 0.2 }),
  agent('b', { phase: 'waiting', updated: '2026-01-01T10:05:00.000Z' }),
  agent('c', { phase: 'waiting', updated: '2026-01-01T10:01:00.000Z', usd: 3 }),
  agent('d', { phase: 'failed', ended: '2026-01-01T10:01:00.000Z', usd: 0 }),
  agent('e', { phase: 'failed', ended: '2026-01-01T10:02:00.000Z' }),
  agent('elsewhere', { phase: 'failed', usd: 50 }),
]
const keys = (...names: readonly string[]): readonly AgentKey[] => names.map((name) => AgentKey.parse(name))
const kin = {
  agents: new Map(all.map((each) => [each.key, each])),
  children: new Map([
    [AgentKey.parse('root'), keys('a', 'elsewhere')],
    [AgentKey.parse('a'), keys('b', 'c')],
    [AgentKey.parse('c'), keys('d', 'e')],
  ]),
}

it('counts everything below an agent by phase, the loudest first', () => {
  const { count, depth, phases } = subtreeOf(kin, AgentKey.parse('a'))
  expect([count, depth]).toEqual([4, 2])
  expect(phases).toEqual([
    { phase: 'waiting', count: 2 },
    { phase: 'failed', count: 2 },
  ])
})

it('lists who needs a person oldest first, who failed newest first, and what cost most', () => {
  const { needing, failed, dearest } = subtreeOf(kin, AgentKey.parse('root'))
  expect(needing.map(({ key }) => key)).toEqual(['c', 'b'])
  expect(failed.map(({ key }) => key).slice(0, 2)).toEqual(['e', 'd'])
  expect(dearest.map(({ agent: { key } }) => key)).toEqual(['elsewhere', 'c', 'a'])
})

it('an agent without sub-agents has nothing below it', () => {
  expect(subtreeOf(kin, AgentKey.parse('b'))).toMatchObject({ count: 0, depth: 0, phases: [], dearest: [] })
})
