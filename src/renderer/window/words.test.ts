import { expect, it } from 'vitest'
import { rowOf } from '../../testing/fakeEngine'
import { sampleNow, sketchTree } from '../../testing/sampleTree'
import { exactMoney } from '../controls/exactMoney'
import { runFacts } from '../palette/runFacts'
import { agentWords, railWords } from '../runs/agentWords'
import { isWatchingFine, watchWords } from '../status/watchWords'
import { costNote } from './costNote'
import { formatClock } from './formatClock'
import { stepWidth } from './stepWidth'
import { tokenWords } from './tokenWords'

it('a price says how exact it is, or why there is none', () => {
  expect([exactMoney(1.04, 'as recorded'), exactMoney(0.004), exactMoney(null)]).toEqual([
    '$1.0400, as recorded',
    '$0.004000',
    'The price is not known: no price is listed for a model that was used.',
  ])
  expect(costNote({ usd: 1, complete: false, source: 'estimated' })).toMatch(/at least this much/)
  expect(costNote({ usd: null, complete: false, source: 'estimated' })).toBeUndefined()
})

it('tokens say what they are made of', () => {
  expect(tokenWords({ input: 1200, cacheWrite: 0, cacheRead: 30_000, output: 4, reasoning: 0, requests: 2 })).toBe(
    '31\u202f204 tokens · input 1\u202f200 · cache read 30\u202f000 · output 4',
  )
})

it('agents of a run', () => {
  const words = (live: boolean, total: number, running: number) =>
    agentWords({ live, agents: { total, running, waiting: 0, failed: 0 } })
  expect([words(true, 8, 3), words(true, 8, 0), words(false, 1, 0), words(false, 0, 0), words(false, 1284, 0)]).toEqual([
    '3/8 running',
    '8 agents',
    '1 agent',
    'no agents',
    '1\u202f284 agents',
  ])
})

it('nobody runs in a run that stands still, also where it is louder than that', () => {
  const asking = rowOf(sketchTree({ phase: 'running', children: [{ phase: 'running' }, { phase: 'waiting' }] }))
  expect([railWords(asking, false), railWords(asking, true)]).toEqual([
    ['needs you', '1/2 running'],
    ['needs you', '2 agents'],
  ])
  const facts = [false, true].map((isPaused) => runFacts({ ...asking, cost: { ...asking.cost, usd: null } }, isPaused, sampleNow))
  expect(facts).toEqual(['1/2 running · 1s', '2 agents · 1s'])
})

it('how folders are watched', () => {
  const words = (mode: 'events' | 'polling' | 'off', folders: number) => watchWords({ mode, folders, note: null, remedy: null })
  expect([words('events', 41), words('polling', 1), words('off', 0)]).toEqual([
    'watching 41 folders',
    'polling 1 folder',
    'not watching',
  ])
})

it('a note or a remedy is trouble, also where the mode is the best one', () => {
  const fine = { mode: 'events', folders: 3, note: null, remedy: null } as const
  expect(
    [fine, { ...fine, note: 'one cannot be watched' }, { ...fine, remedy: 'x' }, { ...fine, mode: 'mixed' as const }].map(
      isWatchingFine,
    ),
  ).toEqual([true, false, false, false])
})

it('an instant in the time zone of the person', () => {
  expect(formatClock(new Date(2026, 10, 8, 4, 3, 6).toISOString())).toBe('2026-11-08 04:03:06')
})

it('a pane grows with the arrow that leads away from it, and never beyond its limits', () => {
  const runs = { min: 180, max: 400, usual: 228, side: 'right' as const }
  expect([
    stepWidth('ArrowRight', 228, runs),
    stepWidth('ArrowLeft', 190, runs),
    stepWidth('End', 200, runs),
    stepWidth('a', 200, runs),
  ]).toEqual([244, 180, 400, null])
  expect(stepWidth('ArrowLeft', 396, { ...runs, min: 320, max: 720, side: 'left' })).toBe(412)
})
