import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openQuoteMarks } from './quoteMarks'

const SIZE = 4096

function opened(): NonNullable<ReturnType<typeof openQuoteMarks>> {
  const marks = openQuoteMarks(SIZE)
  if (!marks) throw new Error('no vectors here')
  return marks
}

/** What a walk from the first byte on says. */
function walked(bytes: Uint8Array): number[] {
  const quotes: number[] = []
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 92) i++
    else if (bytes[i] === 34) quotes.push(i)
  }
  return quotes
}

function marked(quotes: Int32Array, to: number): number[] {
  return Array.from({ length: to }, (_, i) => i).filter((i) => (quotes[i >> 5]! >>> (i & 31)) & 1)
}

describe('quoteMarks', () => {
  it('marks the quotes that a walk finds, whatever was there before', () => {
    const marks = opened()
    const piece = fc.oneof(
      fc.constantFrom('"', '\\', '\\\\', '\\"', '\\\\"', '\n', '{}', 'ü', 'a'.repeat(63), 'a'.repeat(64)),
      fc.nat(200).map((n) => '\\'.repeat(n)),
      fc.nat(200).map((n) => '"'.repeat(n)),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const bytes = Buffer.from(pieces.join('')).subarray(0, SIZE)
      bytes.copy(marks.buffer)
      marks.mark(bytes.length)
      expect(marked(marks.buffer.quotes, bytes.length)).toEqual(walked(bytes))
    })
    fc.assert(property, { numRuns: 2000 })
  })

  it('marks up to the last byte of the buffer', () => {
    const marks = opened()
    marks.buffer.fill('"')
    marks.mark(SIZE)
    expect(marked(marks.buffer.quotes, SIZE)).toHaveLength(SIZE)
  })

  it('leaves the room behind the marks to the program that is loaded', () => {
    const marks = opened()
    const { memory, roomAt, roomBytes, quotesAt } = marks.buffer.machine
    marks.buffer.fill('"')
    marks.mark(SIZE)
    expect(new Uint8Array(memory, quotesAt, SIZE / 8).every((byte) => byte === 255)).toBe(true)
    expect(new Uint8Array(memory, roomAt, roomBytes).every((byte) => byte === 0)).toBe(true)
  })

  it('says so where there is no memory for it', () => {
    expect(openQuoteMarks(2 ** 40)).toBeNull()
  })
})
