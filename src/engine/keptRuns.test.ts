import { expect, it } from 'vitest'
import { openKeptRuns } from './keptRuns'

it('keeps a run while anybody looks at it, and the four that were left last', () => {
  const kept = openKeptRuns()
  const leave = (run: string): readonly string[] => {
    kept.add(run)
    return kept.remove(run)
  }
  kept.add('shown')
  kept.add('shown')
  expect(kept.remove('shown')).toEqual([])
  expect(['a', 'b', 'c', 'd'].flatMap(leave)).toEqual([])
  // Gone back to: now it is the last one left.
  expect(leave('a')).toEqual([])
  expect(leave('e')).toEqual(['b'])
  expect(['shown', 'a', 'b', 'c'].map(kept.has)).toEqual([true, true, false, true])
})
