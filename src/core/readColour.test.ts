import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TypeColour } from '../shared/typeColours'
import { readColour } from './readColour'

const names = new Map([['red', '#dc2626']])

it.each([
  ['red', '#dc2626'],
  ['"Red"', '#dc2626'],
  ['red # the loud one', '#dc2626'],
  ['#FFAA00', '#ffaa00'],
  ["'#fa0'", '#ffaa00'],
  ['"#fa0" # amber', '#ffaa00'],
])('takes %j', (value, colour) => {
  expect(readColour(value, names)).toBe(colour)
})

it.each([
  ...['', 'mauve', 'constructor', '#ff', '#ff00000', '#ffaa0080', '#ggg', 'rgb(1,2,3)', 'var(--st-fail)', 'url(//host/x)'],
  ...['red; background: url(x)', 'red}*{display:none', '"red', 'red"', '#fff\n}', 'a'.repeat(10_000)],
  ...[null, undefined, 7, ['red'], { color: 'red' }],
])('refuses %j', (value) => {
  expect(readColour(value, names)).toBeNull()
})

it('lets nothing through but six digits, whatever is written', () => {
  const words = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `#${rest}`),
    fc.string().map((rest) => `red${rest}`),
  )
  fc.assert(
    fc.property(words, (word) => {
      const colour = readColour(word, names)
      if (colour !== null) TypeColour.parse(colour)
    }),
    { seed: 7 },
  )
})
