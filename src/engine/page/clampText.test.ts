import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clampText } from './clampText'

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['ab👨‍👩‍👧cd', 5, 'ab…'],
  ['🙂🙂🙂', 4, '🙂…'],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
])('cuts %j to %i units', (text, limit, cut) => {
  expect(clampText(text, limit)).toBe(cut)
})

it('is never longer than asked, never splits a code point, and keeps most of what fits', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 50, maxLength: 400 }),
      fc.integer({ min: 2, max: 300 }),
      (text, limit) => {
        const cut = clampText(text, limit)
        expect(cut.length).toBeLessThanOrEqual(Math.max(limit, text.length > limit ? limit : text.length))
        expect(cut.isWellFormed()).toBe(true)
        if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true)
      },
    ),
  )
})

it('cuts marks without an end like any text', () => {
  const text = `a${'\u0301'.repeat(5000)}`
  expect(clampText(text, 100).length).toBeLessThanOrEqual(100)
  expect(clampText(text, 100).length).toBeGreaterThan(50)
})
