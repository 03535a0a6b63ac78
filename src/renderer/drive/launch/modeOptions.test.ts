import { expect, it } from 'vitest'
import { modeOptions } from './modeOptions'

it('the first mode stands for none being named', () => {
  const modes = [
    { id: 'configured', label: 'as configured', note: '' },
    { id: 'plan', label: 'plan only', note: '' },
  ]
  expect(modeOptions(modes)).toEqual([
    { value: '', label: 'as configured' },
    { value: 'plan', label: 'plan only' },
  ])
  expect(modeOptions([])).toEqual([{ value: '', label: 'default' }])
})
