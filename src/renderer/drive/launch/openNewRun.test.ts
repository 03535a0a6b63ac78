import { beforeEach, expect, it } from 'vitest'
import { LaunchId } from '../../../shared/drive/launch'
import { emptyForm } from './launchForm'
import { formOfLaunch, noteStarted, openNewRun, useNewRun } from './openNewRun'

const launch = LaunchId.parse('1')
const written = { ...emptyForm, folder: '/work/other', prompt: 'say beta' }

beforeEach(() => openNewRun(written))

it('what was started is no draft any more, also when the same was made again while it was starting', () => {
  useNewRun.setState(({ form }) => ({ form: { ...form } }))
  noteStarted(launch, written)
  expect(useNewRun.getState()).toEqual({ form: emptyForm, guess: null })
  expect(formOfLaunch(launch)).toBe(written)
})

it('what was written while it was starting is the next draft', () => {
  const next = { ...written, prompt: 'say gamma' }
  useNewRun.setState({ form: next })
  noteStarted(launch, written)
  expect(useNewRun.getState().form).toBe(next)
})
