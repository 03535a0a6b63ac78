import { expect, it } from 'vitest'
import { oldLaunches } from './oldLaunches'

const DAY_MS = 24 * 60 * 60_000

it('what ended over thirty days ago is old, what runs never is', () => {
  const all = [0, 29, 31, 400].map((days) => ({ days, endedAt: 1000 * DAY_MS - days * DAY_MS }))
  const old = oldLaunches([...all, { days: -1, endedAt: null }], 1000 * DAY_MS)
  expect(old.map(({ days }) => days)).toEqual([31, 400])
})

it('of many the newest two hundred stay', () => {
  const all = Array.from({ length: 250 }, (_, n) => ({ n, endedAt: (n * 7919) % 250 }))
  const old = oldLaunches(all, 1000)
  expect(old).toHaveLength(50)
  expect(Math.max(...old.map(({ endedAt }) => endedAt))).toBe(49)
})
