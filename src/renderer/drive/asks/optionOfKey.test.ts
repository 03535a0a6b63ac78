import { expect, it } from 'vitest'
import { sampleAsk } from '../../../testing/drive/sampleAsk'
import { keyOfOption, optionOfKey } from './optionOfKey'

it('Enter is the first, a the first that lasts, d the first that denies, in the order in which they are offered', () => {
  const ask = sampleAsk()
  expect(['Enter', 'a', 'd', 'x'].map((key) => optionOfKey(ask, key)?.id ?? null)).toEqual(['once', 'run', 'deny', null])
  expect(ask.options.map((option) => keyOfOption(ask, option))).toEqual(['Enter', 'a', null, 'd', null])
})

it('Enter never turns a question down', () => {
  const { options } = sampleAsk()
  const ask = sampleAsk({ kind: 'question', options: options.slice(3) })
  expect([optionOfKey(ask, 'Enter'), optionOfKey(ask, 'a'), optionOfKey(ask, 'd')?.id]).toEqual([null, null, 'deny'])
})
