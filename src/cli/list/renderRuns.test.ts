import { expect, it } from 'vitest'
import { rowOf } from '../../testing/fakeEngine'
import { sampleNow, sketchTree } from '../../testing/sampleTree'
import { paint } from '../text/styledText'
import { renderRuns } from './renderRuns'

const row = rowOf(sketchTree({ phase: 'running', children: [{ phase: 'running' }, { phase: 'completed' }] }))

it.each([80, 200])('a run that a person has paused says so, and that nobody runs in it, at %d columns', (width) => {
  const said = (isPaused: boolean): string =>
    [
      ...renderRuns([row], {
        width,
        now: sampleNow,
        home: '',
        pauses: () => (isPaused ? [{ from: sampleNow - 180_000, to: Number.POSITIVE_INFINITY }] : []),
      }),
    ]
      .map((line) => paint(line, false))
      .join('\n')
  expect(said(false)).toMatch(/◔[\s\S]*\d\/2/)
  expect(said(false)).not.toContain('paused')
  expect(said(true)).toMatch(/‖[\s\S]* paused 3m/)
  expect(said(true)).not.toMatch(/◔|\d\/2/)
})
