import { expect, it } from 'vitest'
import { lastPaused, pausedWithin, stillSince } from './pause'

it('counts of a span only what lies in it', () => {
  const pauses = [
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ]
  expect([
    pausedWithin(pauses, 0, 100),
    pausedWithin(pauses, 15, 35),
    pausedWithin(pauses, 40, 100),
    pausedWithin([], 0, 9),
  ]).toEqual([20, 10, 0, 0])
})

it('stands still since the pause without an end', () => {
  const over = { from: 10, to: 20 }
  expect([stillSince([]), stillSince([over]), stillSince([over, { from: 30, to: Number.POSITIVE_INFINITY }])]).toEqual([
    null,
    null,
    30,
  ])
})

it('stood still at last until the latest of its pauses was over', () => {
  expect([
    lastPaused([]),
    lastPaused([
      { from: 30, to: 40 },
      { from: 10, to: 20 },
    ]),
  ]).toEqual([null, 40])
})
