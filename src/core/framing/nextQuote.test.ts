import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextQuote } from './nextQuote'

it('finds the first mark from a place on and none behind the end', () => {
  const places = fc.uniqueArray(fc.nat(299), { maxLength: 12 })
  const property = fc.property(places, fc.nat(300), fc.nat(300), (marked, from, end) => {
    const quotes = new Int32Array(10)
    for (const place of marked) quotes[place >> 5]! |= 1 << (place & 31)
    const inside = marked.filter((place) => place >= from && place < end)
    expect(nextQuote(quotes, from, end)).toBe(inside.length === 0 ? -1 : Math.min(...inside))
  })
  fc.assert(property, { numRuns: 2000 })
})
