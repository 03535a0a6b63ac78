import { expect, it } from 'vitest'
import { compareVersions } from './compareVersions'

it.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.10.0', -1],
  ['v2.0', '2.0.0', 0],
  ['2.1.327', '2.1.28', 1],
  ['0.105.0-alpha.3', '0.105.0', 0],
  ['garbage', '0.0.1', -1],
])('%s and %s: %d', (a, b, expected) => {
  expect(Math.sign(compareVersions(a, b))).toBe(expected)
})
