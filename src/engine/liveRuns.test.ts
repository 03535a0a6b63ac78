import { describe, expect, it } from 'vitest'
import type { LiveChannel, SessionWait, ThreadState } from '../core/liveChannel'
import { providers } from '../core/providers'
import { trackLiveRuns } from './liveRuns'
import { createProcessTable } from './processTable'

const PID = 70
const held = (pid: number): ThreadState => ({ activity: null, waitingFor: null, message: null, retryAt: null, pid })
const wait: SessionWait = { waitingFor: 'permission', since: 5, pid: PID }

/** `told`: the run that a terminal of ours was named with, which says that it waits. `locks`: what each process holds. */
function runsOf(told: string, locks: Readonly<Record<string, number>>, ours: ThreadState = held(PID), ended: string[] = []) {
  const threads = new Map(Object.entries(locks).map(([thread, pid]) => [thread, held(pid)]))
  const channel: LiveChannel = {
    ...{ threads: () => threads, isExhaustive: true, channels: () => [], retry: () => undefined },
    ...{ refresh: () => Promise.resolve(), onChange: () => () => undefined, close: () => undefined },
  }
  return trackLiveRuns({
    ...{ provider: providers[0]!, root: '/nowhere', channel, runOfThread: (thread) => thread },
    processes: createProcessTable({ look: () => null, startedAtMs: () => null, refresh: () => Promise.resolve() }),
    driven: {
      threads: () => new Map([[told, ours]]),
      waits: () => new Map([[told, wait]]),
      ...{
        pausedUntil: () => null,
        pauses: () => [],
        ending: (run) => (ended.includes(run) ? { how: 'failed', message: 'exit code 3', at: 9 } : null),
        partials: () => [],
        onPartial: () => () => undefined,
        onChange: () => () => undefined,
      },
    },
  })
}

const activities = (runs: ReturnType<typeof runsOf>, ...names: readonly string[]) =>
  names.map((name) => runs.livenessOf(name).activity)

describe('a terminal of ours that waits for a person', () => {
  it('its run waits, since then', () => {
    const runs = runsOf('a', { a: PID, b: 71 })
    expect(runs.livenessOf('a')).toMatchObject({ live: true, activity: 'waiting', waitingFor: 'permission', waitingSince: 5 })
    expect(runs.livenessOf('b').activity).toBeNull()
    expect(activities(runsOf('a', {}), 'a')).toEqual(['waiting'])
  })

  it('where its process holds another run by now, that one waits', () => {
    expect(activities(runsOf('a', { b: PID, c: 71 }), 'a', 'b', 'c')).toEqual([null, 'waiting', null])
    // Which of two is not known.
    expect(activities(runsOf('a', { b: PID, c: PID }), 'a', 'b', 'c')).toEqual([null, null, null])
  })

  it('says nothing where it is known which of its agents asks', () => {
    const runs = runsOf('a', { a: PID }, { ...held(PID), activity: 'waiting', waitingFor: 'question' })
    expect(runs.livenessOf('a')).toMatchObject({ activity: null, waitingFor: null })
  })
})

it('what broke off here is told only of a run that nobody holds', () => {
  const runs = runsOf(
    'a',
    { b: 71 },
    held(PID),
    ['a', 'b', 'c'].map((run) => `${providers[0]!.id}://${run}`),
  )
  expect(['a', 'b', 'c', 'd'].map((run) => runs.livenessOf(run).end)).toEqual([
    null,
    null,
    { how: 'failed', message: 'exit code 3', at: 9 },
    null,
  ])
})
