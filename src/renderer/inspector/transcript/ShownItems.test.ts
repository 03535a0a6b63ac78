import { expect, it } from 'vitest'
import { ShownItems } from './ShownItems'

it('knows what is let through, and lets through what nobody has looked at', () => {
  const shown = new ShownItems([2, 5, 9], 12)
  expect([2, 3, 11, 12].map((n) => shown.has(n))).toEqual([true, false, false, true])
  expect(shown.within(3, 14)).toEqual([5, 9, 12, 13])
  expect(shown.within(6, 9)).toEqual([])
})

it('leads from a hidden item to the nearest shown one', () => {
  const shown = new ShownItems([2, 5], 8)
  expect([shown.nearest(3, 1, 10), shown.nearest(3, -1, 10), shown.nearest(2, 1, 10)]).toEqual([5, 2, 2])
  expect([shown.nearest(0, -1, 10), shown.nearest(6, 1, 10), shown.nearest(6, 1, 8), shown.nearest(10, 1, 10)]).toEqual([
    null,
    8,
    null,
    null,
  ])
})

it('grows at its end, takes in what is wanted later, and counts nobody it only leads to', () => {
  const shown = new ShownItems([2], 4)
  shown.append(true)
  shown.append(false)
  shown.add(3, false)
  shown.add(0, true)
  shown.add(2, true)
  expect(shown.within(0, 6)).toEqual([0, 2, 3, 4])
  expect([shown.count, shown.lookedAt, shown.isExtra(0), shown.isExtra(2)]).toEqual([3, 6, true, false])
})
