import { expect, it } from 'vitest'
import type { DrivenSession, DrivenState } from '../../core/drive/driver'
import type { HeldProcess } from '../../core/drive/heldProcess'
import { LaunchId } from '../../shared/drive/launch'
import { fail, ok } from '../../shared/result'
import { LiveLaunch } from './LiveLaunch'
import { launchActs } from './launchActs'
import type { LaunchRecord } from './launchShelf'
import { mergeRecord } from './mergeRecord'

const blank: LaunchRecord = {
  ...{ id: LaunchId.parse('l'), provider: 'logtoy', way: 'headless', title: 't', folder: '/', command: 'toy', started: 1 },
  ...{ process: 'p', pid: 7, isShared: true, run: null, origin: null, memo: null },
  ...{ isStopped: false, hasBegun: true, pausedAt: null, pausedMs: 0, ended: null, trouble: null, last: null },
}
const MUTE = fail({ message: 'The server gave no answer in time.' })

/** A session on a server that serves others too. */
function served(phase: DrivenState['phase'], isSteered = true) {
  const now = { phase, interrupted: MUTE as Awaited<ReturnType<DrivenSession['interrupt']>>, isRunning: true, isClosed: false }
  const reaches: unknown[] = []
  const ears: (() => void)[] = []
  const hear = (listener: () => void) => {
    ears.push(listener)
    return () => undefined
  }
  const session: Partial<DrivenSession> = {
    state: () => ({
      ...{ run: 'r', phase: now.phase, since: 1, model: null, mode: null, queued: [], trouble: null },
      midTurn: 'joins',
    }),
    ...{ onChange: hear, onPartial: () => () => undefined, hindrance: () => null, end: () => Promise.resolve() },
    close: () => {
      now.isClosed = true
    },
    interrupt: async (reach) => {
      reaches.push(reach)
      return now.interrupted
    },
  }
  const held: Partial<HeldProcess> = {
    ...{ pid: 7, startedAt: 1, onChange: hear, exit: () => null, errorTail: () => Promise.resolve('') },
    ...{ isRunning: () => now.isRunning, isHeld: () => true, isReadOut: () => true },
  }
  let record = blank
  const launch = new LiveLaunch({
    ...{ record, driver: null, label: 'Toy', held: held as HeldProcess, now: () => 5, unheld: () => null },
    session: isSteered ? (session as DrivenSession) : null,
    isTurnOpen: () => false,
    save: (change) => {
      record = mergeRecord(record, change)
      return record
    },
    ...{ onChange: () => undefined, onPartial: () => undefined },
  })
  const raise = () => {
    for (const ear of ears) ear()
  }
  return { launch, now, reaches, raise }
}

it('what could not be stopped says so, stays and is heard on, until another stop reaches it', async () => {
  const { launch, now, reaches, raise } = served('working')
  const refused = await launchActs.stop(launch, 'now')
  expect(refused).toMatch(/could not be stopped.* gave no answer in time\. Stop it again, or end its server \(process 7\)/)
  // Its stream is lost for a while, too.
  for (const phase of ['starting', 'working'] as const) {
    now.phase = phase
    raise()
    expect([launch.isActive, launch.record.ended, now.isClosed, launch.can().stop]).toEqual([true, null, false, null])
  }
  now.interrupted = ok(undefined)
  expect(await launchActs.stop(launch, 'now')).toBeNull()
  expect([launch.row().phase, launch.row().wasStopped, now.isClosed]).toEqual(['ended', true, true])
  // With what works in the background: nobody would hear what it asks.
  expect(reaches).toEqual(['all', 'all'])
})

it('says that it is served, and what becomes of a message while it works', () => {
  const { launch, now } = served('working')
  expect(launch.row()).toMatchObject({ isShared: true, midTurn: 'joins' })
  now.phase = 'idle'
  expect(launch.row().midTurn).toBeUndefined()
})

it('what could not be stopped ends with its turn', async () => {
  const { launch, now, raise } = served('working')
  await launchActs.stop(launch, 'now')
  expect(launch.isActive).toBe(true)
  now.phase = 'idle'
  raise()
  expect(launch.row()).toMatchObject({ phase: 'ended', wasStopped: true })
})

it('where nothing worked or its server has ended, nothing was left to stop', async () => {
  const idle = served('idle')
  expect(await launchActs.stop(idle.launch, 'now')).toBeNull()
  expect(idle.launch.record.ended).not.toBeNull()
  const gone = served('working')
  gone.now.isRunning = false
  gone.raise()
  expect(await launchActs.stop(gone.launch, 'now')).toBe('It has ended.')
  const going = served('working')
  const stopping = launchActs.stop(going.launch, 'now')
  going.now.isRunning = false
  going.raise()
  expect(await stopping).toBeNull()
})

it('nothing is said to be stopped where nothing is left to steer it with, nor where nobody knows whether its turn is over', async () => {
  const { launch } = served('idle', false)
  expect(await launchActs.stop(launch, 'now')).toContain('Nothing is left to steer it with.')
  expect(launch.isActive).toBe(true)
  const unheard = served('starting')
  expect(await launchActs.stop(unheard.launch, 'finish')).toBeNull()
  expect(unheard.launch.isActive).toBe(true)
  unheard.now.phase = 'idle'
  unheard.raise()
  expect(unheard.launch.isActive).toBe(false)
})
