import { expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import type { RunRow } from '../../shared/views'
import { runToShow } from './chooseRunAlone'

const uri = (name: string) => RunUri.parse(`p://${name}`)
// Only what decides the order.
const row = (name: string, live: boolean, updated: string) => ({ uri: uri(name), live, started: updated, updated }) as RunRow
const rows = new Map(
  [row('old', false, '2026-01-01'), row('new', false, '2026-01-03'), row('live', true, '2026-01-02')].map((each) => [
    each.uri,
    each,
  ]),
)
const complete = { rows, isBegun: true, progress: { done: 3, total: 3 } }
const alone = { runs: complete, run: null, lastRun: null, isChanging: false }

it('shows the last one, else the newest live one', () => {
  expect(runToShow({ ...alone, lastRun: uri('old') })).toBe(uri('old'))
  expect(runToShow(alone)).toBe(uri('live'))
  expect(runToShow({ ...alone, lastRun: uri('gone') })).toBe(uri('live'))
})

it('waits for the last one while the list is not complete', () => {
  expect(runToShow({ ...alone, lastRun: uri('later'), runs: { ...complete, progress: { done: 3, total: 9 } } })).toBeUndefined()
})

it('leaves a person where they are', () => {
  expect(runToShow({ ...alone, run: uri('gone') })).toBeUndefined()
  expect(runToShow({ ...alone, runs: { ...complete, isBegun: false } })).toBeUndefined()
})

it('goes on to the demo, and back', () => {
  expect(runToShow({ ...alone, run: uri('other'), isChanging: true })).toBe(uri('live'))
  expect(runToShow({ ...alone, run: uri('old'), isChanging: true })).toBeUndefined()
})

it('when the demo ends its run is left: for the own last run once it is there, or for the first page', () => {
  const back = { ...alone, run: uri('demo'), isChanging: true }
  expect(runToShow({ ...back, lastRun: uri('old') })).toBe(uri('old'))
  expect(runToShow({ ...back, lastRun: uri('later'), runs: { ...complete, progress: null } })).toBeUndefined()
  const none = { rows: new Map(), isBegun: true, progress: { done: 0, total: 0 } }
  expect(runToShow({ ...back, runs: none })).toBeNull()
  expect(runToShow({ ...back, runs: { ...none, progress: { done: 0, total: 4 } } })).toBeUndefined()
})
