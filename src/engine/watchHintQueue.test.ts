import { expect, it } from 'vitest'
import type { Timers } from './every'
import { every } from './every'
import { createHintQueue } from './watchHintQueue'

/** A clock that stands still until told. */
function handClock(): Timers & { advance(ms: number): void; turn(): void; readonly pending: number } {
  let now = 0
  const later = new Set<{ at: number; run: () => void }>()
  const soon = new Set<{ run: () => void }>()
  return {
    now: () => now,
    after(delayMs, run) {
      const entry = { at: now + delayMs, run }
      later.add(entry)
      return () => later.delete(entry)
    },
    soon(run) {
      const entry = { run }
      soon.add(entry)
      return () => soon.delete(entry)
    },
    turn() {
      for (const entry of [...soon]) if (soon.delete(entry)) entry.run()
    },
    advance(ms) {
      now += ms
      for (const entry of [...later]) if (entry.at <= now && later.delete(entry)) entry.run()
    },
    get pending() {
      return later.size + soon.size
    },
  }
}

it('hands the first hints over at once, later ones once per interval, each path once', () => {
  const clock = handClock()
  const batches: (readonly string[])[] = []
  const queue = createHintQueue({ onBatch: (paths) => batches.push(paths), timers: clock })
  queue.hint('a')
  queue.hint('b')
  queue.hint('a')
  clock.turn()
  expect(batches).toEqual([['a', 'b']])
  queue.hint('c')
  queue.hint('c')
  clock.turn()
  clock.advance(15)
  expect(batches).toHaveLength(1)
  clock.advance(1)
  expect(batches).toEqual([['a', 'b'], ['c']])
  clock.advance(16)
  expect(clock.pending).toBe(0)
  queue.hint('d')
  clock.turn()
  expect(batches[2]).toEqual(['d'])
})

it('hands nothing over after close, and leaves no timer', () => {
  const clock = handClock()
  const batches: (readonly string[])[] = []
  const queue = createHintQueue({ onBatch: (paths) => batches.push(paths), timers: clock })
  queue.hint('a')
  clock.turn()
  queue.hint('b')
  queue.close()
  queue.close()
  queue.hint('c')
  clock.advance(100)
  expect(batches).toEqual([['a']])
  expect(clock.pending).toBe(0)
})

it('survives a close from inside a batch', () => {
  const clock = handClock()
  const queue = createHintQueue({ onBatch: () => queue.close(), timers: clock })
  queue.hint('a')
  clock.turn()
  expect(clock.pending).toBe(0)
})

it('every: says how late it is, waits for what it started, stops at close', async () => {
  const clock = handClock()
  const late: number[] = []
  let finish: () => void = () => undefined
  const rounds = every(
    100,
    (lateMs) => {
      late.push(lateMs)
      if (late.length !== 2) return Promise.resolve()
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    },
    clock,
  )
  clock.advance(100)
  await turns()
  clock.advance(2100)
  expect(late).toEqual([0, 2000])
  clock.advance(1000)
  expect(late).toHaveLength(2)
  finish()
  await turns()
  clock.advance(100)
  expect(late).toHaveLength(3)
  rounds.close()
  rounds.close()
  expect(clock.pending).toBe(0)
})

/** Lets every promise that can settle do so. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
