import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Desk } from '../../engine/drive/desk'
import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import { launchActs } from '../../engine/drive/launchActs'
import type { LaunchPlan } from '../../shared/drive/launchPlan'
import { fail, ok } from '../../shared/result'
import { toyWish } from '../../testing/drive/toyDesk'
import type { CommandContext, Interruption } from '../command'
import type { CliDesk } from './openCliDesk'
import { startAnnounced } from './startAnnounced'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const plan: LaunchPlan = {
  argv: ['toy'],
  command: 'toy --session a',
  folder: '/work',
  notes: ['It is told over its input.'],
  context: null,
}
const refused = { code: 'failed', message: 'No.', advice: null, command: null, offers: [], owner: null } as const

function bench(isWanted: boolean | Promise<boolean>) {
  let said = ''
  const { promise, resolve } = Promise.withResolvers<LiveLaunch | null>()
  const started: boolean[] = []
  const stops: string[] = []
  let interrupt: (signal: Interruption) => void = () => undefined
  const desk: Partial<Desk> = {
    async start(_, agree) {
      const isAgreed = (await agree?.(plan)) ?? true
      started.push(isAgreed)
      const launch = isAgreed ? await promise : null
      return launch ? ok(launch) : fail({ ...refused, offers: [] })
    },
  }
  const context: Partial<CommandContext> = {
    workingFolder: '/home',
    hearInterrupt: (listener) => {
      interrupt = listener
    },
    err: {
      async write(text: string) {
        said += text
      },
    } as CommandContext['err'],
  }
  const starting = startAnnounced(context as CommandContext, { desk } as CliDesk, toyWish('/work'), () =>
    Promise.resolve(isWanted),
  )
  // Only what would be called.
  const launch = {} as LiveLaunch
  vi.spyOn(launchActs, 'stop').mockImplementation((stopped, how) => {
    stops.push(stopped === launch ? how : 'another one')
    return Promise.resolve(null)
  })
  return {
    ...{ starting, said: () => said, refuse: () => resolve(null), begin: () => resolve(launch), started, stops },
    interrupt: (signal: Interruption) => interrupt(signal),
  }
}

it('says what will run before it does, and that it hangs while it hangs', async () => {
  const { starting, said, refuse } = bench(true)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(said()).toBe('understory: starting: toy --session a, in /work\n  It is told over its input.\n')
  await vi.advanceTimersByTimeAsync(2000)
  expect(said()).toContain('it has not begun for 20 s')
  refuse()
  expect(await starting).toEqual(fail(refused))
  const before = said()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(said()).toBe(before)
})

it('what a person does not want is not started, and no failure', async () => {
  const { starting, started, said } = bench(false)
  expect(await starting).toEqual(fail(null))
  expect([started, said()]).toEqual([[false], ''])
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s while it is being started: what was started is ended', async (signal, code) => {
  const { starting, said, begin, stops, interrupt } = bench(true)
  await vi.advanceTimersByTimeAsync(1000)
  interrupt(signal)
  await vi.advanceTimersByTimeAsync(1000)
  expect([stops, said()]).toEqual([[], expect.stringContaining('giving up')])
  begin()
  expect(await starting).toEqual(fail(code))
  expect([stops, vi.getTimerCount()]).toEqual([['now'], 0])
})

it('what never begins is left: after a while, or when it is wanted once more', async () => {
  const patient = bench(true)
  await vi.advanceTimersByTimeAsync(1000)
  patient.interrupt('SIGINT')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await patient.starting).toEqual(fail(130))
  expect(patient.said()).toContain('it has not ended yet')
  const hasty = bench(true)
  await vi.advanceTimersByTimeAsync(1000)
  hasty.interrupt('SIGINT')
  hasty.interrupt('SIGINT')
  expect(await hasty.starting).toEqual(fail(130))
})

it('given up before it was agreed to: nothing is started, also when it is agreed to later', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { starting, started, said, stops, interrupt } = bench(promise)
  interrupt('SIGINT')
  expect(await starting).toEqual(fail(130))
  resolve(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([started, said(), stops]).toEqual([[false], '', []])
})
