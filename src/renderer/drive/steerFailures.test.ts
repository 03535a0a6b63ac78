import { beforeEach, expect, it } from 'vitest'
import { LaunchId } from '../../shared/drive/launch'
import { RunUri } from '../../shared/ids'
import { useUi } from '../store/ui'
import { noteFailure, steer, steerFromMenu, useSteerFailures } from './steerFailures'

const id = LaunchId.parse('a')
const run = RunUri.parse('p://1')
const refused = { refusal: 'It has ended.' }
const done = { refusal: null }

beforeEach(() => {
  useSteerFailures.setState({ texts: {} })
  useUi.setState({ run: null, isDrawerOpen: false })
})

it('what could not be done is said at its run until it is done, or put away', async () => {
  expect(await steer(id, 'Pause', Promise.resolve(refused))).toBe(false)
  expect(useSteerFailures.getState().texts).toEqual({ a: 'Pause: It has ended.' })
  expect(await steer(id, 'Pause', Promise.resolve(done))).toBe(true)
  expect(useSteerFailures.getState().texts).toEqual({})
  noteFailure(id, 'Stop: no')
  noteFailure(id, null)
  expect(useSteerFailures.getState().texts).toEqual({})
})

it('from a menu it leads to the drawer where it is said; what was done leads nowhere', async () => {
  await steerFromMenu({ id, run }, 'Interrupt', Promise.resolve(done))
  expect(useUi.getState()).toMatchObject({ run: null, isDrawerOpen: false })
  await steerFromMenu({ id, run }, 'Interrupt', Promise.resolve(refused))
  expect(useUi.getState()).toMatchObject({ run, isDrawerOpen: true })
})
