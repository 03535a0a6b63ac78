import { expect, it } from 'vitest'
import { rowOf } from '../../testing/fakeEngine'
import { sampleNow, sketchTree } from '../../testing/sampleTree'
import { paint } from '../text/styledText'
import { renderRuns } from './renderRuns'

const row = rowOf(sketchTree({ phase: 'running', children: [{ phase: 'running' }, { phase: 'completed' }] }))
const asking = rowOf(sketchTree({ phase: 'running', children: [{ phase: 'waiting' }] }, { title: 'Fix it' }))
const done = rowOf(sketchTree({ phase: 'completed' }, { live: true, title: 'Fix it' }))

function listed(run: typeof row, width: number, isPaused: boolean): string {
  const pauses = isPaused ? [{ from: sampleNow - 180_000, to: Number.POSITIVE_INFINITY }] : []
  const lines = [...renderRuns([run], { width, now: sampleNow, home: '', pauses: () => pauses })]
  return lines.map((line) => paint(line, false)).join('\n')
}

it.each([80, 200])('says of every run that stands still since when it does, whatever else it is, at %d columns', (width) => {
  expect(listed(asking, width, true)).toMatch(/◆[\s\S]* {2}needs you {2}paused 3m/)
  expect(listed(done, width, true)).toMatch(/✓[\s\S]* {2}paused 3m/)
  for (const run of [asking, done]) expect(listed(run, width, false)).not.toContain('paused')
})

it.each([80, 200])('a run that a person has paused says so, and that nobody runs in it, at %d columns', (width) => {
  const said = (isPaused: boolean): string => listed(row, width, isPaused)
  expect(said(false)).toMatch(/◔[\s\S]*\d\/2/)
  expect(said(false)).not.toContain('paused')
  expect(said(true)).toMatch(/‖[\s\S]* paused 3m/)
  expect(said(true)).not.toMatch(/◔|\d\/2/)
})
