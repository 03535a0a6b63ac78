import { expect, it } from 'vitest'
import type { WatchFrame } from '../../shared/views'
import { rowOf, snapshotOf } from '../../testing/fakeEngine'
import { sampleNow, sketchTree } from '../../testing/sampleTree'
import { stuckFrames } from './stuckFrames'

const at = (ms: number): string => new Date(sampleNow + ms).toISOString()
const minute = 60_000

function treeAt(updated: string) {
  const child = { phase: 'running' as const, type: 'fixer', activity: 'Bash: sleep', updated }
  return { ...sketchTree({ phase: 'running', updated, children: [child] }), live: true }
}

it('says who is stuck when time alone makes it so, under numbers without a gap', () => {
  let now = sampleNow
  const frames = stuckFrames({ now: () => now, minutes: 10, pausedUntil: () => null })
  const first = treeAt(at(0))
  const fixer = first.agents.find(({ type }) => type === 'fixer')
  const snapshot: WatchFrame = { ...snapshotOf([first]), runs: [{ ...rowOf(first), live: true }] }
  const patch = (seq: number, updated: string): WatchFrame => {
    const tree = treeAt(updated)
    return {
      kind: 'patch',
      seq,
      at: at(0),
      runs: [],
      agents: tree.agents.map((agent) => ({ ...agent, run: tree.uri })),
      removed: [],
    }
  }
  expect(frames.look()).toBeNull()
  expect(frames.frame(snapshot)).toEqual(snapshot)
  expect(frames.look()).toBeNull()
  now += 11 * minute
  const stuck = { run: first.uri, key: fixer?.key, since: at(0), detail: 'Bash: sleep' }
  expect(frames.look()).toEqual({ kind: 'patch', seq: 1, at: at(11 * minute), runs: [], agents: [], removed: [], stuck: [stuck] })
  expect(frames.look()).toBeNull()
  expect(frames.frame(patch(1, at(11 * minute)))).toMatchObject({ seq: 2, stuck: [] })
  expect(frames.frame(patch(2, at(11 * minute)))).not.toHaveProperty('stuck')
  now += 12 * minute
  expect(frames.look()).toMatchObject({ seq: 4, stuck: [{ key: fixer?.key }] })
})

it('who is stuck already stands in the snapshot', () => {
  const tree = treeAt(at(-11 * minute))
  const snapshot: WatchFrame = { ...snapshotOf([tree]), runs: [{ ...rowOf(tree), live: true }] }
  expect(stuckFrames({ now: () => sampleNow, minutes: 10, pausedUntil: () => null }).frame(snapshot)).toMatchObject({
    seq: 0,
    stuck: [{ run: tree.uri }],
  })
})
