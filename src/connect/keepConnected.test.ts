import { afterEach, expect, test } from 'vitest'
import { handTimers } from '../testing/handTimers'
import { type Ending, type KeptConnection, keepConnected, type Life } from './keepConnected'

const opened: KeptConnection[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

function keep() {
  const clock = handTimers(1000)
  const lives: { readonly life: Life; readonly end: (ending: Ending) => Promise<void> }[] = []
  let changes = 0
  const kept = keepConnected(
    (life) => {
      const { promise, resolve } = Promise.withResolvers<Ending>()
      lives.push({
        life,
        end: async (ending) => {
          resolve(ending)
          await promise
          await null
        },
      })
      return promise
    },
    clock,
    () => {
      changes += 1
    },
  )
  opened.push(kept)
  return { clock, lives, kept, changes: () => changes, last: () => lives.at(-1)! }
}

const NOBODY: Ending = { kind: 'unreachable', note: 'nobody' }

test('waits 1, 2, 4, 8, 16 and then always 30 seconds', async () => {
  const { clock, kept, last, lives } = keep()
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await last().end(NOBODY)
    waits.push(kept.standing().retryAt! - clock.now())
    clock.pass(waits.at(-1)!)
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  expect(lives).toHaveLength(9)
  expect(kept.standing()).toMatchObject({ state: 'down', since: 1000, note: 'nobody' })
})

test('a connection that stood starts the waits anew, and the version is kept', async () => {
  const { clock, kept, last } = keep()
  await last().end(NOBODY)
  clock.pass(1000)
  await last().end(NOBODY)
  clock.pass(2000)
  last().life.onConnected('1.2.3')
  expect(kept.standing()).toEqual({ state: 'connected', version: '1.2.3', since: 4000, retryAt: null, note: null })
  expect(kept.ending()).toBeNull()
  await last().end({ kind: 'lost', note: 'cut' })
  expect(kept.standing()).toEqual({ state: 'reconnecting', version: '1.2.3', since: 4000, retryAt: 5000, note: 'cut' })
})

test('a wish to try again is granted at once, but never twice', async () => {
  const { clock, kept, last, lives } = keep()
  kept.retry()
  expect(lives).toHaveLength(1)
  await last().end({ kind: 'refused', note: 'a password' })
  expect(kept.standing().state).toBe('refused')
  kept.retry()
  kept.retry()
  expect(lives).toHaveLength(2)
  expect(kept.standing().retryAt).toBeNull()
  clock.pass(60_000)
  expect(lives).toHaveLength(2)
})

test('after closing nothing is tried and nothing is said', async () => {
  const { clock, kept, last, lives, changes } = keep()
  kept.close()
  kept.close()
  expect(last().life.signal.aborted).toBe(true)
  last().life.onConnected('1')
  await last().end(NOBODY)
  kept.retry()
  clock.pass(100_000)
  expect(lives).toHaveLength(1)
  expect(changes()).toBe(0)
  await kept.settled
})
