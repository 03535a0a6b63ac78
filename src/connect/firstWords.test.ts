import { expect, test } from 'vitest'
import { handTimers } from '../testing/handTimers'
import { type Awaited, waitForFirstWords } from './firstWords'

interface Somebody extends Awaited {
  settle(): void
  speak(): void
  wasSilent(): boolean
}

function somebody(): Somebody {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  let hasSpoken = false
  let wasSilent = false
  return {
    ...{ settled, settle, hasSpoken: () => hasSpoken, wasSilent: () => wasSilent },
    speak: () => (hasSpoken = true),
    onSilent: () => (wasSilent = true),
  }
}

/** What has been done by the time everything that waits has had its turn. */
async function isOver(work: Promise<void>): Promise<boolean> {
  let over = false
  void work.then(() => (over = true))
  await new Promise((resolve) => setImmediate(resolve))
  return over
}

test('who says nothing is given up soon, and holds up nobody a second time', async () => {
  const clock = handTimers()
  const wait = waitForFirstWords(clock)
  const mute = somebody()
  const waited = wait([mute])
  clock.pass(500)
  expect([await isOver(waited), mute.wasSilent()]).toEqual([false, false])
  clock.pass(100)
  expect([await isOver(waited), mute.wasSilent()]).toEqual([true, true])
  expect(await isOver(wait([mute]))).toBe(true)
})

test('who has begun to speak has longer, and is not called silent', async () => {
  const clock = handTimers()
  const slow = somebody()
  const waited = waitForFirstWords(clock)([slow, somebody()])
  clock.pass(500)
  slow.speak()
  clock.pass(1400)
  expect(await isOver(waited)).toBe(false)
  clock.pass(100)
  expect([await isOver(waited), slow.wasSilent()]).toEqual([true, false])
})

test('who has settled is waited for no longer, whether it spoke or not', async () => {
  const clock = handTimers()
  const quick = somebody()
  const waited = waitForFirstWords(clock)([quick, { settled: Promise.resolve() }])
  quick.settle()
  expect(await isOver(waited)).toBe(true)
  clock.pass(2000)
  expect(quick.wasSilent()).toBe(false)
})
