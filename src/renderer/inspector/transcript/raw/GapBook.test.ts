import { expect, it } from 'vitest'
import { GapBook } from './GapBook'

const told = (...gaps: readonly (readonly [number, number])[]) => ({
  revision: 1,
  total: 0,
  gaps: gaps.map(([before, count]) => ({ before, count })),
  next: null,
})

it('knows how many records stand before an item, and the number of the first, also where a gap is told in parts', () => {
  const book = new GapBook(1)
  book.take(told([0, 2], [3, 5]))
  book.take(told([3, 4], [9, 1]))
  expect([book.before(0), book.before(3), book.before(9), book.before(4)]).toEqual([
    { first: 0, count: 2 },
    { first: 2, count: 9 },
    { first: 11, count: 1 },
    null,
  ])
  expect(book.total).toBe(12)
})
