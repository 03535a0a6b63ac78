import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { AgentKey, ProviderId, RunUri } from '../../shared/ids'
import { fail, ok } from '../../shared/result'
import { toyWish } from '../../testing/drive/toyDesk'
import { toyDriver } from '../../testing/drive/toyDriver'
import { fakeEngine } from '../../testing/fakeEngine'
import { sketchTree } from '../../testing/sampleTree'
import { systemTimers } from '../every'
import { refusal } from './refusals'
import { type StartSources, startLaunch } from './startLaunch'

const OWN = '019a0000-0000-7000-8000-000000000001'
const guest = RunUri.parse(`codex://${OWN}`)
const host = sketchTree({ children: [{ provider: ProviderId.parse('codex'), uri: guest, id: OWN, phase: 'completed' }] })
const itself = sketchTree({}, { uri: guest, provider: ProviderId.parse('codex'), id: OWN })

/** `held`: sessions that somebody is opening. */
function sources(held: ReadonlySet<string>) {
  const log: string[] = []
  const engine = fakeEngine({ trees: [host, itself] })
  const take = (run: string) => {
    log.push(`take ${run}`)
    return held.has(run) ? null : () => void log.push(`give ${run}`)
  }
  const driver = {
    ...toyDriver(),
    provider: 'codex',
    start: async () => {
      log.push('start')
      return fail(refusal('failed', 'enough'))
    },
  }
  const all = {
    ...{ drivers: [driver], labelOf: () => 'Toy', home: tmpdir(), engine: () => engine, roots: () => ({}), ownOf: () => null },
    ...{ serving: async () => new Set() },
    programs: { find: async () => ok({ path: '/bin/toy', version: '1.5.0' }), word: () => 'toy' },
    ...{ groundOf: () => ({}), timers: systemTimers, locks: { take } },
    book: { ground: () => ({ giveUp: () => undefined }), meet: (run: () => unknown) => run() },
  }
  // Only what a start asks for.
  return { log, all: all as unknown as StartSources }
}

/** One that began as process 7 and is looked at again at once; `held`: who else has the session. `interrupted` null: it cannot be steered. */
async function lookedAgain(held: readonly number[], serving: readonly number[], interrupted: object | null = ok(undefined)) {
  const { all } = sources(new Set())
  const pids = held.map((pid) => ({ pid, ancestors: [1] }))
  let isUnderWay = false
  const engine = {
    ...fakeEngine({ trees: [host, itself] }),
    // Nobody had it before.
    holders: async () => ({
      isLive: isUnderWay,
      pids: isUnderWay ? pids : [],
      joinable: null,
      isSure: true,
      isUnheardAtWork: false,
    }),
  }
  const changes: object[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const launch = {
    ...{
      isActive: true,
      held: { pid: 7 },
      record: { isShared: true },
      session: interrupted && { interrupt: async () => interrupted, threads: () => new Map() },
    },
    change: (change: object) => {
      changes.push(change)
      launch.isActive = false
    },
    endIfOver: () => undefined,
  }
  const [driver] = all.drivers
  await startLaunch(
    {
      ...all,
      engine: () => engine as ReturnType<StartSources['engine']>,
      serving: async () => new Set(serving),
      drivers: [{ ...driver, start: async () => ok({}), owners: async () => [] } as unknown as StartSources['drivers'][number]],
      locks: { take: () => resolve } as unknown as StartSources['locks'],
      book: {
        ...{ ground: () => ({ giveUp: () => undefined }), meet: (run: () => unknown) => run() },
        enter: async () => {
          isUnderWay = true
          return launch
        },
      } as unknown as StartSources['book'],
      timers: {
        ...systemTimers,
        after: (_, run) => {
          queueMicrotask(run)
          return () => undefined
        },
      },
    },
    { ...wish, origin: wish.origin && { ...wish.origin, key: null, run: guest } },
  )
  await promise
  return changes
}

const wish = toyWish(tmpdir(), {
  provider: ProviderId.parse('codex'),
  origin: { how: 'resume', run: host.uri, key: AgentKey.parse(host.agents[1]?.key), at: null },
})

it('a session that stands in another’s tree is locked by its own name', async () => {
  const { log, all } = sources(new Set())
  await startLaunch(all, wish)
  expect(log).toEqual([`take ${guest}`, 'start', `give ${guest}`])
})

it('and not started while somebody opens it by that name', async () => {
  const { log, all } = sources(new Set([guest]))
  expect(await startLaunch(all, wish)).toMatchObject({ ok: false, failure: { code: 'live_elsewhere' } })
  expect(log).toEqual([`take ${guest}`])
})

it('a stranger that opened it in the same moment stops it; a server of ours that has it idle is none', async () => {
  expect(await lookedAgain([7, 9], [])).toMatchObject([{ isStopped: true, trouble: expect.stringContaining('process 9') }])
  expect(await lookedAgain([7, 9], [9])).toEqual([])
})

it('one that could not be stopped beside a stranger is not said to be', async () => {
  const [stopped] = await lookedAgain([7, 9], [])
  expect(stopped).toMatchObject({ trouble: expect.stringContaining('was stopped at once') })
  for (const [interrupted, why] of [
    [fail({ message: 'No answer in time.' }), 'No answer in time.'],
    [null, 'Nothing is left to steer it with.'],
  ] as const) {
    const [left] = await lookedAgain([7, 9], [], interrupted)
    expect(left).toMatchObject({ trouble: expect.stringMatching(/process 9.* could not be stopped at once/) })
    expect(left).toMatchObject({ trouble: expect.stringContaining(why) })
  }
})
