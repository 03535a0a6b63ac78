import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfPart, fitText, jsonBytes } from './fitText'
import { partOfText } from './partOfText'

const piece = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('😀', '\u0000', '\ud800', '\udc00', '界', '"\\'),
)
const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

it('parts are within their limit, put together they are the text, and no pair is cut', () => {
  const limits = fc.record({ units: fc.integer({ min: 1, max: 40 }), bytes: fc.integer({ min: 1, max: 120 }) })
  fc.assert(
    fc.property(texts, limits, (text, limit) => {
      const parts: string[] = []
      for (let from = 0; from < text.length; ) {
        const end = endOfPart(text, from, limit)
        expect(end).toBeGreaterThan(from)
        const part = text.slice(from, end)
        // One character at least always goes, whatever it takes.
        if (part.length > 2) expect([part.length <= limit.units, jsonBytes(part) <= limit.bytes]).toEqual([true, true])
        expect(/[\ud800-\udbff]$/.test(part) && /^[\udc00-\udfff]/.test(text.slice(end))).toBe(false)
        parts.push(part)
        from = end
      }
      expect(parts.join('')).toBe(text)
    }),
  )
})

it('what fits is left as it is', () => {
  expect(fitText('äöü😀', { units: 100, bytes: 100 })).toBe('äöü😀')
  expect(fitText('', { units: 1, bytes: 1 })).toBe('')
})

it.each([
  ['control characters', '\u0001'.repeat(300_000)],
  ['one word', 'x'.repeat(1_000_000)],
  ['faces', '😀'.repeat(200_000)],
  ['half faces', '\ud83d'.repeat(200_000)],
])('a long text of %s goes in parts that fit a message', (_, text) => {
  let whole = ''
  for (let from: number | null = 0; from !== null; ) {
    const part = partOfText(text, from)
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(220_000)
    expect([part.from, part.total]).toEqual([whole.length, text.length])
    whole += part.text
    from = part.next
  }
  expect(whole === text).toBe(true)
})

it('behind its end a text has nothing', () => {
  expect(partOfText('abc', 3)).toEqual({ text: '', from: 3, total: 3, next: null })
  expect(partOfText('abc', 99)).toEqual({ text: '', from: 3, total: 3, next: null })
})
