import { expect, it } from 'vitest'
import { RowHeights } from './RowHeights'

/** The same by counting, row by row. */
function counted(heights: readonly number[]) {
  const top = (n: number) => heights.slice(0, n).reduce((sum, height) => sum + height, 0)
  return {
    top,
    at: (offset: number) =>
      Math.max(
        0,
        heights.findLastIndex((_, n) => top(n) <= offset),
      ),
  }
}

it('says where every row lies and which row lies where', () => {
  const rows = new RowHeights(24)
  rows.resize(3000, 0)
  const heights = Array.from({ length: 3000 }, (_, n) => (n % 7 === 0 ? 10 + (n % 90) : 24))
  for (const [n, height] of heights.entries()) if (n % 7 === 0) rows.set(n, height)
  const { top, at } = counted(heights)
  for (const n of [0, 1, 6, 7, 8, 1023, 1024, 1025, 2047, 2999, 3000]) expect(rows.top(n)).toBe(top(n))
  for (const offset of [-5, 0, 9, 10, 33, 34, 24_000, top(2999), top(3000) + 500]) expect(rows.at(offset)).toBe(at(offset))
})

it('grows without forgetting, and keeps what it knows of a row that gets another number', () => {
  const rows = new RowHeights(20)
  rows.resize(50, 0)
  rows.set(49, 100)
  rows.resize(5000, 0)
  expect(rows.top(5000)).toBe(4999 * 20 + 100)
  rows.resize(5000, 4000)
  expect(rows.height(4049)).toBe(100)
  expect(rows.height(49)).toBe(20)
  expect(rows.top(4050) - rows.top(4049)).toBe(100)
})

it('takes a better guess for what was not measured', () => {
  const rows = new RowHeights(20)
  rows.resize(10, 0)
  rows.set(3, 50)
  expect(rows.average()).toBe(50)
  rows.guessAt(30)
  expect(rows.top(10)).toBe(9 * 30 + 50)
  expect(rows.set(3, 50)).toBe(false)
  expect(rows.set(4, 30)).toBe(false)
  expect(rows.set(4, 31)).toBe(true)
})

it('rows that are hidden take no place, and have their height again when they are shown', () => {
  const rows = new RowHeights(20)
  rows.resize(3000, 0)
  rows.set(10, 100)
  rows.set(2500, 50)
  rows.hide((n) => n % 10 !== 0 || n === 2500)
  expect(rows.top(3000)).toBe(299 * 20 + 80 - 20 + 20)
  expect([rows.top(10), rows.top(11), rows.top(20), rows.height(11)]).toEqual([20, 120, 120, 0])
  expect([rows.at(0), rows.at(25), rows.at(119), rows.at(120)]).toEqual([0, 10, 10, 20])
  rows.set(20, 30)
  expect(rows.top(30)).toBe(150)
  rows.hide(null)
  expect(rows.top(3000)).toBe(2997 * 20 + 100 + 50 + 30)
})
