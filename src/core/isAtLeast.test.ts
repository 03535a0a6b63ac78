import { expect, it } from 'vitest'
import { isAtLeast } from './isAtLeast'

it.each([
  ['2.1.104', true],
  ['2.1.103', false],
  ['2.2.0', true],
  ['2.0.999', false],
  ['10.0.0', true],
  ['2.1.104-beta.1', null],
  ['2.1', null],
  ['next', null],
  ['', null],
  [null, null],
])('%s against 2.1.104', (version, expected) => {
  expect(isAtLeast(version, [2, 1, 104])).toBe(expected)
})
