import { expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import { rowOf } from '../../testing/fakeEngine'
import { sketchTree } from '../../testing/sampleTree'
import { emptyForest } from '../store/applyForestFrame'
import { useForest } from '../store/forest'
import { redoRefusal, undoRefusal } from './undoRefusal'

const run = RunUri.parse('p://one')
const other = RunUri.parse('p://two')
const can = (of: RunUri | null) => [undoRefusal(of) === undefined, redoRefusal(of) === undefined]

function show(more: Partial<RunRow> | null): void {
  const row = more && { ...rowOf(sketchTree({})), ...more }
  useForest.setState({ ...emptyForest(run), row }, true)
}

it.each([
  ['nobody ever changed a link', {}, [false, false]],
  ['a link was changed', { corrected: { canUndo: true, canRedo: false } }, [true, false]],
  ['the only change was undone', { corrected: { canUndo: false, canRedo: true } }, [false, true]],
  ['nothing is known of the run yet', null, [true, true]],
])('%s', (_, row, expected) => {
  show(row)
  expect(can(run)).toEqual(expected)
  expect([can(other), can(null)]).toEqual([
    [true, true],
    [true, true],
  ])
})
