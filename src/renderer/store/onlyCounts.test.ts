import { expect, it } from 'vitest'
import { sketchTree } from '../../testing/sampleTree'
import { onlyCounts } from './onlyCounts'

const agent = sketchTree({}).agents[0]!

it('takes sums and times for counting, and every other word for news', () => {
  const usage = { ...agent.usage, total: { ...agent.usage.total, output: agent.usage.total.output + 7 } }
  const more = { ...agent, usage, cost: { own: 1, total: 2 }, updated: '2026-11-18T00:00:00.000Z', durationMs: 5 }
  expect(onlyCounts(more, agent)).toBe(true)
  expect(onlyCounts({ ...agent, calls: [...agent.calls], link: { ...agent.link } }, agent)).toBe(true)
  for (const news of [
    { phase: 'waiting' as const },
    { activity: 'Read x' },
    { tools: agent.tools + 1 },
    { calls: [...agent.calls, 'one more'] },
    { link: { ...agent.link, ambiguous: !agent.link.ambiguous } },
    { retryAt: null },
  ]) {
    expect(onlyCounts({ ...agent, ...news }, agent), JSON.stringify(news)).toBe(false)
    expect(onlyCounts(agent, { ...agent, ...news }), JSON.stringify(news)).toBe(false)
  }
})

it('an end that moves is no news, one that comes or goes is', () => {
  const over = { ...agent, ended: '2026-11-18T00:00:00.000Z' }
  expect(onlyCounts({ ...over, ended: '2026-11-18T00:00:01.000Z' }, over)).toBe(true)
  expect(onlyCounts({ ...over, ended: null }, over)).toBe(false)
  expect(onlyCounts(over, { ...over, ended: null })).toBe(false)
})

it('that somebody comes or goes is news', () => {
  expect([onlyCounts(agent, undefined), onlyCounts(undefined, agent), onlyCounts(undefined, undefined)]).toEqual([
    false,
    false,
    true,
  ])
})
