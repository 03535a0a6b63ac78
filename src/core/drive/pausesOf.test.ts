import { expect, it } from 'vitest'
import { pausedWithin } from '../../shared/drive/pause'
import { pausesOf, toldPauses } from './pausesOf'

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

it('is told in few words however often it was paused, and the sum stays the same', () => {
  const pauses = Array.from({ length: 130 }, (_, i) => ({ from: 2000 + i * 100, to: 2010 + i * 100 + i }))
  const pausedMs = pausedWithin(pauses, 0, 1e6)
  const paused = { ...none, pauses, pausedMs }
  const told = toldPauses(paused, 90_000)
  expect([told.length, pausedWithin(told, 0, 1e6)]).toEqual([100, pausedMs])
  expect(told.slice(1)).toEqual(pauses.slice(31))
  expect(told[0]?.from).toBe(2000)
  expect(told[0]?.to).toBeLessThanOrEqual(told[1]?.from ?? 0)
  expect(toldPauses({ ...paused, pauses: pauses.slice(0, 100), pausedMs: 0 }, 90_000)).toEqual(pauses.slice(0, 100))
})
