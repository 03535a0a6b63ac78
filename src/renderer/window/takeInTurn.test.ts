import { expect, it } from 'vitest'
import { takeInTurn } from './takeInTurn'

/** A clock that only work and waiting move, and a hand. */
function stage(costMs: number) {
  let clock = 0
  const hand = { isMoving: false }
  const taken: { readonly message: number; readonly at: number }[] = []
  const planned: { readonly at: number; readonly work: () => void }[] = []
  const hear = takeInTurn<number>(
    (message) => {
      taken.push({ message, at: clock })
      clock += costMs
    },
    {
      now: () => clock,
      isHandMoving: () => hand.isMoving,
      after: (ms, work) => void planned.push({ at: clock + ms, work }),
    },
  )
  /** As far as `until`, all that is planned in its turn. */
  const pass = (until: number): void => {
    for (let next = planned[0]; next && next.at <= until; next = planned[0]) {
      planned.shift()
      clock = Math.max(clock, next.at)
      next.work()
    }
    clock = Math.max(clock, until)
  }
  const flood = (count: number): void => {
    for (let message = 0; message < count; message++) hear(message)
  }
  return { hear, hand, taken, planned, pass, flood, now: () => clock }
}

it('at rest every message is handled at once', () => {
  const { taken, flood, planned } = stage(2)
  flood(50)
  expect(taken.map(({ message }) => message)).toEqual(Array.from({ length: 50 }, (_, i) => i))
  expect(planned).toEqual([])
})

it('under a moving hand a flood gets a twenty-fifth of the time, in its order', () => {
  const { hand, taken, flood, pass } = stage(2)
  hand.isMoving = true
  flood(300)
  pass(1000)
  expect(taken.length).toBeGreaterThanOrEqual(15)
  expect(taken.length).toBeLessThanOrEqual(20)
  expect(taken.map(({ message }) => message)).toEqual(taken.map((_, i) => i))
})

it('few short messages do not wait for a hand', () => {
  const { hear, hand, taken, pass } = stage(0.1)
  hand.isMoving = true
  for (let message = 0; message < 60; message++) {
    pass(message * 16)
    hear(message)
  }
  expect(taken.map(({ at }) => Math.floor(at / 16))).toEqual(Array.from({ length: 60 }, (_, i) => i))
})

it('when the hand rests the others follow, with room for input between them', () => {
  const { hand, taken, flood, pass, planned } = stage(2)
  hand.isMoving = true
  flood(100)
  hand.isMoving = false
  pass(60)
  const before = taken.length
  expect(before).toBeGreaterThan(1)
  pass(1000)
  expect(taken.length).toBe(100)
  expect(taken.map(({ message }) => message)).toEqual(taken.map((_, i) => i))
  expect(planned).toEqual([])
})

it('after a flood under a hand has ended, what comes is handled at once again', () => {
  const { hear, hand, taken, flood, pass, now } = stage(2)
  hand.isMoving = true
  flood(10)
  hand.isMoving = false
  pass(500)
  hear(10)
  expect(taken.at(-1)).toEqual({ message: 10, at: now() - 2 })
})

it('no message waits longer than three seconds, however long the hand moves', () => {
  const { hand, taken, flood, pass } = stage(2)
  hand.isMoving = true
  flood(300)
  pass(3000)
  expect(taken.length).toBeLessThan(80)
  pass(4000)
  expect(taken.length).toBe(300)
})
