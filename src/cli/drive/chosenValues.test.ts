import { expect, it } from 'vitest'
import type { LaunchChoices } from '../../shared/drive/driveCalls'
import { ProviderId } from '../../shared/ids'
import { type ChosenValues, chosenValues, flagsOf, withRemembered } from './chosenValues'

const nothing: ChosenValues = { model: null, agent: null, mode: null, extra: [] }
const before: LaunchChoices = {
  ...{ provider: ProviderId.parse('logtoy'), way: 'terminal', model: 'small', agent: null, mode: 'careful' },
  extra: ['--odd', 'with space'],
}

it('what was not said is as the last time, of the same product', () => {
  const { values, taken } = withRemembered({ ...nothing, model: 'large' }, before, 'logtoy')
  expect(values).toEqual({ model: 'large', agent: null, mode: 'careful', extra: ['--odd', 'with space'] })
  expect(flagsOf(taken)).toEqual(['--mode', 'careful', '--arg', '--odd', '--arg', 'with space'])
  expect(withRemembered(nothing, before, 'other')).toEqual({ values: nothing, taken: nothing })
  expect(withRemembered({ ...nothing, extra: ['-x'] }, before, 'logtoy').values.extra).toEqual(['-x'])
})

it('flags become values, and values flags', () => {
  const flags = { model: 'm', mode: 'careful', arg: ['--a', 'b'], print: true }
  const values = chosenValues({ flags, operands: [] })
  expect(values).toEqual({ model: 'm', agent: null, mode: 'careful', extra: ['--a', 'b'] })
  expect(flagsOf(values)).toEqual(['--model', 'm', '--mode', 'careful', '--arg', '--a', '--arg', 'b'])
})
