import { expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { RunsFrame } from '../../shared/runsFrame'
import type { RunBoard } from './runBoard'
import { RunsLane } from './runsLane'

it('says that the list is complete behind all rows, once, and asks for no turn that it has nothing to say in', () => {
  const told: RunsFrame[] = []
  // Only what the lane reads of a board.
  const board = { rows: new Map(), isWhole: true, progress: { done: 3, total: 3 } } as unknown as RunBoard
  const lane = new RunsLane(
    board,
    (frame) => told.push(frame) > 0,
    () => undefined,
  )
  expect([lane.sendOne(), lane.sendOne(), lane.sendOne()]).toEqual([true, false, false])
  expect(told.map(({ kind }) => kind)).toEqual(['begin', 'progress'])
  lane.note({ rows: [], agents: [], removed: [RunUri.parse('p://gone')] })
  expect(lane.sendOne()).toBe(false)
  expect(told.at(-1)).toMatchObject({ kind: 'rows', removed: ['p://gone'] })
})
