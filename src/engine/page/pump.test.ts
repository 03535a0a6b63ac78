import { expect, it } from 'vitest'
import { handTimers } from '../../testing/handTimers'
import { openPump } from './pump'

it('sends the first word at once and then a batch a frame', () => {
  const timers = handTimers()
  const pump = openPump({ timers, bufferedBytes: () => 0 })
  const sent: number[] = []
  const lane = { sendOne: () => sent.push(timers.now()) < 0 }
  pump.add(lane)
  pump.wake(lane)
  timers.pass(0)
  expect(sent).toEqual([0])
  for (let ms = 0; ms < 1000; ms++) {
    pump.wake(lane)
    timers.pass(1)
  }
  expect(sent.length).toBeLessThanOrEqual(64)
  expect(sent.length).toBeGreaterThan(55)
})

it('lets lanes with much to say take turns', () => {
  const timers = handTimers()
  const pump = openPump({ timers, bufferedBytes: () => 0 })
  const order: string[] = []
  const lane = (name: string, parts: number) => ({ sendOne: () => order.push(name) > 0 && --parts > 0 })
  const lanes = [lane('a', 3), lane('b', 2)]
  for (const one of lanes) {
    pump.add(one)
    pump.wake(one)
  }
  timers.pass(0)
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a'])
})

it('waits for a page that is behind, and forgets lanes that are gone', () => {
  const timers = handTimers()
  let behind = 5_000_000
  const pump = openPump({ timers, bufferedBytes: () => behind })
  let sent = 0
  const lane = { sendOne: () => ++sent < 0 }
  const gone = { sendOne: () => expect.unreachable('it was removed') }
  for (const one of [lane, gone]) {
    pump.add(one)
    pump.wake(one)
  }
  pump.remove(gone)
  timers.pass(500)
  expect(sent).toBe(0)
  behind = 0
  timers.pass(100)
  expect(sent).toBe(1)
})
