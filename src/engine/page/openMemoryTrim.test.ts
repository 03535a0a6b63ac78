import { expect, it } from 'vitest'
import { handTimers } from '../../testing/handTimers'
import { openMemoryTrim, ownMemory } from './openMemoryTrim'

function open(heldMb: number) {
  const timers = handTimers()
  const memory = { held: heldMb, collections: 0 }
  const trim = openMemoryTrim(timers, {
    heldBytes: () => memory.held * 1e6,
    collect() {
      memory.collections++
      memory.held -= 40
    },
  })
  return { timers, memory, trim }
}

it('tidies up after something large, and leaves a small process alone', () => {
  const small = open(120)
  small.trim.trim()
  expect(small.memory).toEqual({ held: 120, collections: 0 })
  const large = open(190)
  large.trim.trim()
  expect(large.memory).toEqual({ held: 150, collections: 1 })
})

it('looks again by itself, and tidies up only where much has come since', () => {
  const { timers, memory, trim } = open(190)
  trim.trim()
  memory.held = 175
  timers.pass(10 * 60_000)
  expect(memory.collections).toBe(1)
  memory.held = 200
  timers.pass(10 * 60_000)
  expect(memory.collections).toBe(2)
  trim.close()
  memory.held = 900
  timers.pass(10 * 60_000)
  expect(memory.collections).toBe(2)
})

it('can collect what nobody holds in this process', () => {
  const memory = ownMemory()
  const gone = new WeakRef({ lines: Array.from({ length: 1000 }, String) })
  expect(memory.heldBytes()).toBeGreaterThan(1e6)
  return expect
    .poll(() => {
      memory.collect()
      return gone.deref() === undefined
    })
    .toBe(true)
})
