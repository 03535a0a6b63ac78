import { beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { LinkChangeAnswer } from '../../shared/linkChange'
import { emptyForest } from '../store/applyForestFrame'
import { useForest } from '../store/forest'
import { noteChange, noteRedo, noteUndo, redoRefusal, undoRefusal } from './undoRefusal'

const run = RunUri.parse('p://one')
const other = RunUri.parse('p://two')
const refused = (rule: 'nothing_to_undo' | 'nothing_to_redo'): LinkChangeAnswer => ({ ok: false, rule, message: rule })
const can = (of: RunUri) => [undoRefusal(of) === undefined, redoRefusal(of) === undefined]

beforeEach(() => {
  useForest.setState(emptyForest(run), true)
  noteChange(run)
})

it('after a change there is nothing to do again; of a run nobody has tried anything is offered', () => {
  expect([can(run), can(other), undoRefusal(null)]).toEqual([[true, false], [true, true], undefined])
})

it('what the engine refuses is not offered again, in that run', () => {
  noteUndo(run, refused('nothing_to_undo'))
  noteRedo(other, refused('nothing_to_redo'))
  expect([can(run), can(other)]).toEqual([
    [false, false],
    [true, false],
  ])
  noteChange(run)
  expect(can(run)).toEqual([true, false])
})

it('somebody who moved may have been moved by hand elsewhere', () => {
  noteUndo(run, refused('nothing_to_undo'))
  useForest.setState({ structure: 7 })
  expect(can(run)[0]).toBe(true)
})
