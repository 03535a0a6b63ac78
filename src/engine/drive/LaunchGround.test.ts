import { expect, it } from 'vitest'
import type { HeldProcess, ProcessSpec } from '../../core/drive/heldProcess'
import { fail, ok } from '../../shared/result'
import type { DeskKeeper, KeptProcess } from './deskKeeper'
import { type LaunchDraft, LaunchGround, type Serving } from './LaunchGround'
import type { LaunchRecord } from './launchShelf'

const spec: ProcessSpec = { program: '/bin/serve', argv: ['--port', '4711'], folder: '/', env: {}, terminal: null }
const draft: LaunchDraft = {
  ...{ provider: 'logtoy', way: 'headless', title: 't', folder: '/', command: '/opt/serve --port PORT', origin: null },
  ...{ word: '/opt/serve', firstWords: 'go' },
}

/** A keeper whose processes run until they are ended by hand. */
function makeKeeper() {
  const processes: (KeptProcess & { isRunning: boolean })[] = []
  let failing = false
  const keeper: DeskKeeper = {
    async hold({ argv }, memo) {
      await Promise.resolve()
      if (failing) return fail({ code: 'no_program', message: 'gone' })
      const one = { id: `p${processes.length}`, memo, argv, isRunning: true, held: {} as HeldProcess }
      one.held = { pid: 7, startedAt: 5, isRunning: () => one.isRunning, isHeld: () => one.isRunning } as HeldProcess
      processes.push(one)
      return ok(one)
    },
    keep: () => Promise.resolve(),
    trouble: () => null,
    list: () => Promise.resolve(processes),
    forget: () => Promise.resolve(),
    terminal: () => null,
    close: () => Promise.resolve(),
  }
  return { keeper, processes, fail: (isFailing: boolean) => (failing = isFailing) }
}

function makeGrounds(keeper: DeskKeeper) {
  const records = new Map<string, LaunchRecord>()
  const words = new Set<string>()
  const sharing = new Map<string, Serving>()
  let serial = 0
  const outside = { root: '/r', home: '/h', env: {}, stateFolder: '/s', now: () => 9, newId: () => `id${serial++}` }
  const ground = () =>
    new LaunchGround(
      'logtoy',
      draft,
      { keeper, groundOf: () => outside, keeps: () => true },
      {
        put: (record) => void records.set(record.id, record),
        drop: (id) => void records.delete(id),
        begin: () => undefined,
        words: {
          keep: (id) => void words.add(id),
          drop: (id) => void words.delete(id),
          isLeft: () => false,
          claim: () => null,
          claimedAt: () => '',
        },
        sharing,
      },
    )
  return { ground, records }
}

const serve = () => Promise.resolve(spec)

it('one process serves all that ask for it, also those that ask at once and those after a restart', async () => {
  const { keeper, processes } = makeKeeper()
  const { ground } = makeGrounds(keeper)
  const both = await Promise.all([ground().shared('main', serve), ground().shared('main', serve)])
  expect(both.every((one) => one.ok && one.value === processes[0]?.held)).toBe(true)
  await makeGrounds(keeper).ground().shared('main', serve)
  expect(processes).toHaveLength(1)
  await ground().shared('other', serve)
  expect(processes).toHaveLength(2)
})

it('one that has ended is replaced, one that cannot be started is said and tried again', async () => {
  const { keeper, processes, fail: failing } = makeKeeper()
  const { ground } = makeGrounds(keeper)
  await ground().shared('main', serve)
  if (processes[0]) processes[0].isRunning = false
  failing(true)
  expect(await ground().shared('main', serve)).toMatchObject({ ok: false, failure: { code: 'no_program' } })
  failing(false)
  const again = await ground().shared('main', serve)
  expect(again.ok && again.value === processes[1]?.held).toBe(true)
})

it('notes what it is about to hold, and takes the note back where nothing came of it', async () => {
  const { keeper, fail: failing } = makeKeeper()
  const { ground, records } = makeGrounds(keeper)
  const held = await ground().hold(spec, { secret: 'none' })
  expect(held.ok).toBe(true)
  expect([...records.values()]).toMatchObject([{ process: null, title: 't', memo: { secret: 'none' } }])
  failing(true)
  expect((await ground().hold(spec, null)).ok).toBe(false)
  expect(records.size).toBe(1)
})

it('what is kept is what ran, also of a server that another program of ours has started', async () => {
  const { keeper } = makeKeeper()
  const { ground, records } = makeGrounds(keeper)
  await ground().hold(spec, null)
  expect([...records.values()]).toMatchObject([{ command: '/opt/serve --port 4711' }])
  expect([...records.values()][0]).not.toHaveProperty('word')
  await ground().shared('main', serve)
  const late = makeGrounds(keeper).ground()
  const held = await late.shared('main', () => Promise.resolve({ ...spec, argv: ['--port', '4712'] }))
  expect(held.ok && late.recordOf(held.value).command).toBe('/opt/serve --port 4711')
})

it('a session in a process that serves many is noted before anything is said into it, and no more once it came to nothing', async () => {
  const { ground, records } = makeGrounds(makeKeeper().keeper)
  const one = ground()
  one.remember({ session: 'early' })
  expect(records.size).toBe(0)
  const held = await one.shared('serve', serve)
  one.remember({ session: 's1' })
  const [noted] = records.values()
  expect(noted).toMatchObject({
    memo: { session: 's1' },
    process: 'p0',
    pid: 7,
    isShared: true,
    command: expect.stringContaining('4711'),
  })
  expect(held.ok && one.recordOf(held.value).id).toBe(noted?.id)
  one.giveUp()
  expect(records.size).toBe(0)
})
