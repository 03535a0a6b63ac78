import { expect, it } from 'vitest'
import { rowOf } from '../../testing/fakeEngine'
import { sampleNow, sketchTree } from '../../testing/sampleTree'
import { paint } from '../text/styledText'
import { describeChanges } from './describeChanges'
import { createWatchedState } from './watchedState'

it('tells a paused run as one, and what an agent took without the time that it stood still', () => {
  const started = new Date(sampleNow - 60_000).toISOString()
  const ended = new Date(sampleNow).toISOString()
  const tree = sketchTree({ phase: 'running', children: [{ phase: 'running', started }] })
  const state = createWatchedState()
  const from = sampleNow - 40_000
  const told = (frame: Parameters<typeof state.apply>[0], to: number): string =>
    describeChanges(state.apply(frame), state, (run) => (run === tree.uri ? [{ from, to }] : []))
      .map((line) => paint(line, false))
      .join('\n')
  const agents = tree.agents.map((agent) => ({ ...agent, run: tree.uri }))
  const first = told({ kind: 'snapshot', seq: 0, runs: [rowOf(tree)], agents }, Number.POSITIVE_INFINITY)
  expect(first).toMatch(/‖ paused[\s\S]*‖ paused/)
  expect(first).not.toMatch(/◔|running/)
  const done = { ...agents[1]!, phase: 'completed' as const, ended, durationMs: 60_000 }
  const later = told({ kind: 'patch', seq: 1, at: ended, runs: [], agents: [done], removed: [] }, sampleNow - 10_000)
  expect(later).toMatch(/✓ completed {2}after 30s,/)
})
