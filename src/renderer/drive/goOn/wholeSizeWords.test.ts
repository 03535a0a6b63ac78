import { expect, it } from 'vitest'
import { wholeSizeWords } from './wholeSizeWords'

it('a copy says how much goes along before anything starts, as far as it is known', () => {
  const whole = { tokens: 12_300, limit: 200_000, isCut: false }
  expect(wholeSizeWords(whole)).toBe('The whole transcript goes along, as it was recorded: about 12.3k of 200k tokens.')
  expect(wholeSizeWords({ ...whole, limit: null })).toContain(': about 12.3k tokens.')
  expect(wholeSizeWords({ ...whole, isCut: true })).toContain('up to the cut goes along, as it was recorded: at most 12.3k of')
  for (const tokens of [null, 0]) expect(wholeSizeWords({ ...whole, tokens })).toContain('its size is not known')
})
