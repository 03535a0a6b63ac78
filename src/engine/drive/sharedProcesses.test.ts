import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HeldProcess } from '../../core/drive/heldProcess'
import type { LaunchRecord } from './launchShelf'
import { meetingLock } from './meetingLock'
import { sharedProcesses } from './sharedProcesses'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understory-shared-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Two programs of one state folder over one server. */
function bench() {
  const users: Pick<LaunchRecord, 'process' | 'ended'>[] = []
  const stopped: string[] = []
  const told: [string, boolean][] = []
  const kept = (id: string, pid: number, memo: unknown) => {
    const held: Partial<HeldProcess> = {
      ...{ pid, startedAt: 0, isRunning: () => !stopped.includes(id), isHeld: () => clock.isHeld },
      stop: async () => void stopped.push(id),
    }
    return { id, memo, argv: [], held: held as HeldProcess }
  }
  const all = [kept('one', 1, { launch: 'x' }), kept('serve', 2, { shared: 'product serve' })]
  const clock = { now: 0, isHeld: true }
  const open = () => {
    const lock = meetingLock(folder)
    const keeper = { list: () => Promise.resolve(all), keep: async (id: string, isKept: boolean) => void told.push([id, isKept]) }
    return { lock, shared: sharedProcesses({ keeper, lock, records: () => users, now: () => clock.now }) }
  }
  return { users, stopped, told, clock, open }
}

it('what serves many ends when nobody has needed it for a minute, whichever program looks', async () => {
  const { users, stopped, clock, open } = bench()
  const { shared } = open()
  expect(await shared.pids()).toEqual(new Set([2]))
  users.push({ process: 'serve', ended: null })
  for (clock.now = 0; clock.now < 200_000; clock.now += 5000) await shared.look()
  expect(stopped).toEqual([])
  const endedAt = clock.now
  users.splice(0, 1, { process: 'serve', ended: { code: null, signal: null, at: endedAt } })
  // Another program does not begin to count anew.
  clock.now = endedAt + 59_000
  await open().shared.look()
  expect(stopped).toEqual([])
  clock.now = endedAt + 60_000
  await open().shared.look()
  expect(stopped).toEqual(['serve'])
  expect(await shared.pids()).toEqual(new Set())
})

it('who leaves ends nothing: it only says that nobody needs it to be kept', async () => {
  const { users, stopped, told, clock, open } = bench()
  clock.now = 500_000
  await open().shared.leave(false)
  expect([stopped, told]).toEqual([[], [['serve', false]]])
  users.push({ process: 'serve', ended: null })
  await open().shared.leave(false)
  expect(told).toHaveLength(1)
})

it('what outlived its keeper is ended by who leaves, for nobody else would; not by who only read', async () => {
  const { users, stopped, clock, open } = bench()
  clock.isHeld = false
  users.push({ process: 'serve', ended: null })
  await open().shared.leave(false)
  users.pop()
  await open().shared.leave(true)
  expect(stopped).toEqual([])
  await open().shared.leave(false)
  expect(stopped).toEqual(['serve'])
})

it('while one program meets, no other ends; while one ends, who wants to meet waits', async () => {
  const { stopped, clock, open } = bench()
  const [one, other] = [open(), open()]
  clock.now = 500_000
  await one.lock.meet(async () => {
    await other.lock.meet(() => other.shared.look())
    await other.shared.leave(false)
    expect(stopped).toEqual([])
  })
  const order: string[] = []
  let met: Promise<unknown> = Promise.resolve()
  await one.lock.alone(async () => {
    met = other.lock.meet(async () => void order.push('met'))
    await new Promise((resolve) => setImmediate(resolve))
    order.push('ended')
  })
  await met
  expect(order).toEqual(['ended', 'met'])
})
