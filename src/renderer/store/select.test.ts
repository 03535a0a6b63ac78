import { beforeEach, expect, it } from 'vitest'
import { AgentKey, RunUri } from '../../shared/ids'
import { goBack, goForth, selectAgent, selectRun } from './select'
import { useUi } from './ui'

const run = RunUri.parse('x://one')
const other = RunUri.parse('x://two')
const a = AgentKey.parse('a')
const b = AgentKey.parse('b')
const place = () => [useUi.getState().run, useUi.getState().selected]

beforeEach(() => {
  while (goBack()) {
    // Nothing of another test is left to go back to.
  }
  useUi.setState({ run: null, selected: null, revealed: null })
})

it('goes back to where the person was, and forth again', () => {
  selectRun(run, a)
  selectAgent(b)
  selectRun(other)
  expect(goBack()).toBe(true)
  expect(place()).toEqual([run, b])
  goBack()
  expect(place()).toEqual([run, a])
  goForth()
  expect(place()).toEqual([run, b])
})

it('forgets the way forth when the person goes elsewhere', () => {
  selectRun(run, a)
  selectAgent(b)
  goBack()
  selectRun(other)
  expect(goForth()).toBe(false)
})

it('does not remember a place twice when it is chosen again', () => {
  selectRun(run, a)
  selectRun(run, b)
  selectRun(run, b)
  goBack()
  expect(place()).toEqual([run, a])
})

it('brings an agent into view unless the canvas itself chose it', () => {
  selectRun(run, a)
  const times = useUi.getState().revealed?.times
  selectAgent(b, { isQuiet: true })
  expect(useUi.getState().revealed?.times).toBe(times)
  selectAgent(b)
  expect(useUi.getState().revealed).toEqual({ key: b, times: (times ?? 0) + 1 })
})

it('follows a run that is newly shown, and keeps the camera within one', () => {
  selectRun(run, a)
  useUi.setState({ camera: 'free' })
  selectAgent(b)
  expect(useUi.getState().camera).toBe('free')
  selectRun(other)
  expect(useUi.getState().camera).toBe('follow')
})
