import { expect, it } from 'vitest'
import { pausesOf } from './pausesOf'

const none = { started: 1000, pausedAt: null, pausedMs: 0 }

it('knows each pause by its time, also the one that lasts', () => {
  expect(pausesOf(none, 9000)).toEqual([])
  const paused = { ...none, pausedMs: 500, pauses: [{ from: 2000, to: 2500 }], pausedAt: 8000 }
  expect(pausesOf(paused, 9000)).toEqual([
    { from: 2000, to: 2500 },
    { from: 8000, to: 9000 },
  ])
})

it('what only the sum tells of was at the start', () => {
  const old = { ...none, pausedMs: 700, pauses: [{ from: 5000, to: 5500 }] }
  expect(pausesOf(old, 9000)).toEqual([
    { from: 1000, to: 1200 },
    { from: 5000, to: 5500 },
  ])
})
