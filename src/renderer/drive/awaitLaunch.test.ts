import { beforeEach, expect, it } from 'vitest'
import { RunUri } from '../../shared/ids'
import { sampleAsk } from '../../testing/drive/sampleAsk'
import { sampleLaunch } from '../../testing/drive/sampleLaunch'
import { noRuns, useRuns } from '../store/runs'
import { selectRun } from '../store/select'
import { useUi } from '../store/ui'
import { awaitLaunch, keepAwaiting, whereabouts } from './awaitLaunch'
import { drawerLaunchOf, launchOfRun } from './launchOfRun'
import { takeDriveNews } from './takeDriveNews'
import { useDrive } from './useDrive'
import { withoutRun } from './withoutRun'

const run = RunUri.parse('p://1')
const other = RunUri.parse('p://2')
// Only whether it is there counts.
const row = { uri: run } as never

beforeEach(() => {
  useDrive.setState({ launches: [], asks: [], breaches: [], awaited: null })
  useRuns.setState({ ...noRuns, rows: new Map() }, true)
  useUi.setState({ run: null, selected: null, isDrawerOpen: false })
  return keepAwaiting()
})

const arrive = (): void => useRuns.setState(({ rows, version }) => ({ rows: rows.set(run, row), version: version + 1 }))

it('a terminal that has joined a run is no session of ours there, and yet shown', () => {
  const origin = { run, key: null, how: 'join' }
  const joined = sampleLaunch({ id: 'j', run, way: 'terminal', phase: 'idle', origin })
  const early = sampleLaunch({ id: 'a', run, phase: 'ended' })
  expect(launchOfRun([joined], run)).toBeNull()
  expect(launchOfRun([joined, early], run)?.id).toBe('a')
  expect(drawerLaunchOf([joined, early], run)?.id).toBe('j')
  expect(drawerLaunchOf([joined, { ...early, phase: 'idle' }], run)?.id).toBe('a')
  expect(drawerLaunchOf([joined], other)).toBeNull()
})

it('of several sessions on one run the one at work is meant, else the latest', () => {
  const [late, early] = [sampleLaunch({ id: 'b', run, phase: 'ended' }), sampleLaunch({ id: 'a', run, phase: 'idle' })]
  expect(launchOfRun([late, early], run)?.id).toBe('a')
  expect(launchOfRun([late], run)?.id).toBe('b')
  expect([launchOfRun([late], other), launchOfRun([late], null)]).toEqual([null, null])
})

it('what was started is shown as soon as its run is there, and its drawer opens', () => {
  takeDriveNews({ launches: [sampleLaunch({ id: 'a', run: null })], asks: [], ended: [], breaches: [] })
  awaitLaunch(sampleLaunch({ id: 'a' }).id)
  takeDriveNews({ launches: [sampleLaunch({ id: 'a', run })], asks: [], ended: [], breaches: [] })
  expect([useUi.getState().run, useDrive.getState().awaited]).toEqual([null, 'a'])
  arrive()
  expect(useUi.getState()).toMatchObject({ run, isDrawerOpen: true })
  expect(useDrive.getState().awaited).toBeNull()
})

it('whoever went elsewhere while it was starting is not fetched back either', () => {
  const from = whereabouts()
  selectRun(other)
  awaitLaunch(sampleLaunch({ id: 'a' }).id, from)
  expect(useDrive.getState().awaited).toBeNull()
})

it('an engine that has just come back does not know all yet: nothing has ended by that', () => {
  const [launch, ask] = [sampleLaunch({ id: 'a', run }), sampleAsk({ id: 'ask' })]
  takeDriveNews({ launches: [launch], asks: [ask], ended: [], breaches: [], isSettled: true })
  takeDriveNews({ launches: [], asks: [], ended: [], breaches: [], isSettled: false })
  expect(useDrive.getState()).toMatchObject({ launches: [{ id: 'a' }], asks: [{ id: 'ask' }], gone: [] })
  takeDriveNews({ launches: [launch], asks: [], ended: [], breaches: [], isSettled: true })
  expect(useDrive.getState()).toMatchObject({ launches: [{ id: 'a' }], asks: [], gone: [{ ask: { id: 'ask' } }] })
})

it('a person who has gone elsewhere meanwhile is not fetched back', () => {
  awaitLaunch(sampleLaunch({ id: 'a' }).id)
  selectRun(other)
  takeDriveNews({ launches: [sampleLaunch({ id: 'a', run })], asks: [], ended: [], breaches: [] })
  arrive()
  expect(useUi.getState().run).toBe(other)
})

it('the run that lies behind what is awaited is shown again when it is chosen', () => {
  selectRun(run)
  awaitLaunch(sampleLaunch({ id: 'a' }).id)
  useUi.setState({ overlay: null })
  expect(useDrive.getState().awaited).toBe('a')
  selectRun(run)
  expect(useDrive.getState().awaited).toBeNull()
})

it('what is told again without a change stays the same', () => {
  takeDriveNews({ launches: [sampleLaunch({ id: 'a' })], asks: [sampleAsk({})], ended: [], breaches: [] })
  const { launches, asks } = useDrive.getState()
  takeDriveNews({
    launches: [sampleLaunch({ id: 'b' }), sampleLaunch({ id: 'a' })],
    asks: [sampleAsk({})],
    ended: [],
    breaches: [],
  })
  expect(useDrive.getState().launches[1]).toBe(launches[0])
  expect(useDrive.getState().asks).toBe(asks)
})

it('only what has no line in the list of runs has one of its own', () => {
  const all = [
    sampleLaunch({ id: 'a', run: null }),
    sampleLaunch({ id: 'b', run }),
    sampleLaunch({ id: 'c', run: other }),
    sampleLaunch({ id: 'd', run: null, phase: 'ended' }),
    sampleLaunch({ id: 'e', run: null, phase: 'failed' }),
  ]
  expect(withoutRun(all, new Map([[run, 0]])).map(({ id }) => id)).toEqual(['a', 'c', 'e'])
})
