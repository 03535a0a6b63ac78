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

it('waits until nobody opens anything', () => {
  const { timers, memory, trim } = open(190)
  trim.noteUse()
  trim.trim()
  timers.pass(4000)
  trim.noteUse()
  timers.pass(4000)
  expect(memory.collections).toBe(0)
  timers.pass(1000)
  expect(memory.collections).toBe(1)
  memory.held = 900
  trim.noteUse()
  trim.trim()
  trim.close()
  timers.pass(10_000)
  expect(memory.collections).toBe(1)
})

it('waits for a pause of what is told, but not for long', () => {
  const { timers, memory, trim } = open(190)
  const tell = (forMs: number): void => {
    for (let ms = 0; ms < forMs; ms += 20) {
      trim.noteTold()
      timers.pass(20)
    }
  }
  trim.noteTold()
  trim.trim()
  tell(15_000)
  expect(memory.collections).toBe(0)
  timers.pass(100)
  expect(memory.collections).toBe(1)
  memory.held = 900
  trim.noteTold()
  trim.trim()
  tell(18_000)
  expect(memory.collections).toBe(1)
  tell(3000)
  expect(memory.collections).toBe(2)
})

it('whoever opens one thing after the other is not held up for it, for ten minutes', () => {
  const { timers, memory, trim } = open(190)
  const use = (forMs: number): void => {
    for (let ms = 0; ms < forMs; ms += 1000) {
      trim.noteUse()
      timers.pass(1000)
    }
  }
  trim.noteUse()
  trim.trim()
  use(9 * 60_000)
  expect(memory.collections).toBe(0)
  use(62_000)
  expect(memory.collections).toBe(1)
})

it('what was put off and came about by itself hits nobody later', () => {
  const { timers, memory, trim } = open(190)
  trim.noteUse()
  trim.trim()
  memory.held = 110
  timers.pass(40 * 60_000)
  memory.held = 900
  trim.noteUse()
  trim.noteTold()
  trim.trim()
  expect(memory.collections).toBe(0)
  timers.pass(5000)
  expect(memory.collections).toBe(1)
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
