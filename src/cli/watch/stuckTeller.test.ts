import { expect, it } from 'vitest'
import { rowOf } from '../../testing/fakeEngine'
import { sampleNow, sketchTree } from '../../testing/sampleTree'
import type { StyledLine } from '../text/styledText'
import { stuckTeller } from './stuckTeller'

it('tells an agent that fell silent once, until it breaks its silence', () => {
  const at = (ms: number): string => new Date(sampleNow + ms).toISOString()
  let updated = at(0)
  let now = sampleNow
  const tree = () =>
    sketchTree({
      phase: 'running',
      updated: at(0),
      children: [{ phase: 'running', type: 'fixer', activity: 'Bash: sleep', updated }],
    })
  const state = {
    runs: () => [{ ...rowOf(tree()), live: true }],
    agentsOf: () => new Map(tree().agents.map((agent) => [agent.key, agent])),
  }
  let pausedUntil: number | null = null
  const teller = stuckTeller(state, { now: () => now, minutes: 10, pausedUntil: () => pausedUntil })
  const words = (lines: StyledLine[]) => lines.map((line) => line.map(({ text }) => text).join(''))
  expect(teller.news()).toEqual([])
  now += 11 * 60_000
  expect(words(teller.news())).toEqual([expect.stringMatching(/▸ fixer #1 {2}stuck, no record for 11m.* · Bash: sleep/)])
  expect(teller.news()).toEqual([])
  expect(teller.lines()).toHaveLength(1)
  updated = at(11 * 60_000)
  expect(teller.lines()).toEqual([])
  now += 12 * 60_000
  expect(teller.news()).toHaveLength(1)
  // A person lets it stand still.
  pausedUntil = Number.POSITIVE_INFINITY
  expect(teller.lines()).toEqual([])
  pausedUntil = now
  now += 9 * 60_000
  expect(teller.lines()).toEqual([])
})
