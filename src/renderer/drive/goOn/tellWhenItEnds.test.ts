import { beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../../shared/ids'
import { noRuns, useRuns } from '../../store/runs'
import { forgetEnd, tellWhenItEnds, useAwaitedEnds } from './tellWhenItEnds'

const run = RunUri.parse('p://1')
// Only whether it is live counts.
const put = (live: boolean): void => useRuns.setState({ ...noRuns, rows: new Map([[run, { uri: run, live } as never]]) }, true)

beforeEach(() => useAwaitedEnds.setState({ waiting: [], ended: [] }))

it('says once that a session has ended, and forgets it when told to', () => {
  put(true)
  tellWhenItEnds(run)
  expect(useAwaitedEnds.getState()).toEqual({ waiting: [run], ended: [] })
  put(false)
  put(false)
  expect(useAwaitedEnds.getState()).toEqual({ waiting: [], ended: [run] })
  forgetEnd(run)
  expect(useAwaitedEnds.getState()).toEqual({ waiting: [], ended: [] })
})
