import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveLaunch } from '../../engine/drive/LiveLaunch'
import { launchActs } from '../../engine/drive/launchActs'
import { makeToyBench, type ToyBench } from '../../testing/drive/toyBench'
import type { ToyDesk } from '../../testing/drive/toyDesk'
import { logToy } from '../../testing/toy/logToy'
import type { CommandContext, ExitCode, Interruption } from '../command'
import { createWatchedState } from '../watch/watchedState'
import { followLaunch, type LaunchFollowing } from './followLaunch'

const given = vi.hoisted(() => ({ providers: [] as unknown[] }))
vi.mock('../../core/providers', () => ({ providers: given.providers }))
vi.mock('../../connect/connections', () => ({ connections: [] }))

let bench: ToyBench
beforeEach(() => {
  given.providers.splice(0, Infinity, logToy)
  bench = makeToyBench()
})
afterEach(() => bench.close())

interface Followed {
  readonly code: Promise<ExitCode>
  readonly out: () => string
  readonly err: () => string
  /** Settles when this was written to either. */
  said(words: string): Promise<void>
  type(line: string): void
  /** A while later, for who looks at a clock. */
  later(): void
  interrupt(): void
  /** Nobody reads any more. */
  closePipe(): void
  terminate(signal?: Interruption): void
}

function follow(toy: ToyDesk, launch: LiveLaunch, change: Partial<LaunchFollowing> = {}, isTerminal = false): Followed {
  const texts = { out: '', err: '' }
  const waiting = new Set<() => void>()
  let ahead = 0
  const stop = new AbortController()
  let type: (line: string) => void = () => undefined
  let interrupt: (signal: Interruption) => void = () => undefined
  const output = (name: 'out' | 'err') => ({
    ...{ isTerminal, colour: false, columns: () => 100, rows: () => 40, onResize: () => () => undefined },
    write: (text: string) => {
      texts[name] += text
      for (const look of [...waiting]) look()
      return Promise.resolve()
    },
  })
  const context: CommandContext = {
    ...{
      env: {},
      out: output('out'),
      err: output('err'),
      home: '/home/dev',
      workingFolder: '/work',
      now: () => Date.now() + ahead,
    },
    ...{ stopped: stop.signal, holdInterrupt: () => undefined, closeLater: () => undefined },
    hearInterrupt: (listener) => {
      interrupt = listener
    },
    input: {
      isTerminal,
      onLine: (listener) => {
        type = listener
        return () => undefined
      },
      readAll: () => Promise.resolve(new Uint8Array()),
    },
    ...{ engine: () => Promise.resolve(toy.engine), openAnother: () => Promise.resolve(toy.engine) },
    ...{ providers: () => Promise.resolve(['logtoy']), stateFolder: () => Promise.resolve(bench.place.state) },
  }
  const cli = { desk: toy.desk, engine: toy.engine, seen: createWatchedState() }
  return {
    code: followLaunch(context, cli, launch, { json: false, keep: false, ...change }),
    said: (words) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!texts.out.includes(words) && !texts.err.includes(words)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    ...{
      out: () => texts.out,
      err: () => texts.err,
      type: (line) => type(line),
      later: () => {
        ahead += 1000
      },
      interrupt: () => interrupt('SIGINT'),
      closePipe: () => stop.abort(),
      terminate: (signal = 'SIGTERM') => interrupt(signal),
    },
  }
}

it('follows a session until its turn is over, then lets it end', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy)
  const followed = follow(toy, launch)
  expect(await followed.code).toBe(0)
  expect(launch.held?.isRunning()).toBe(false)
  expect(followed.err()).toContain('understory: started: ')
  expect(followed.out()).toContain('main')
})

it('--json: the session, its frames and what it asks, one object a line; nothing is answered by itself', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'a child please' })
  const followed = follow(toy, launch, { json: true })
  await followed.said('"kind":"ask"')
  const [ask] = toy.desk.asks()
  await toy.desk.answerAsk(ask?.id ?? '', { kind: 'option', option: 'yes', message: null })
  expect(await followed.code).toBe(0)
  const lines = followed
    .out()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; seq?: number })
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['launch', 'ask', 'ask_gone', 'snapshot', 'patch']))
  const seqs = lines.flatMap(({ seq }) => seq ?? [])
  expect(seqs).toEqual(seqs.map((_, i) => i))
})

it('on a terminal a typed number answers, and nothing else does', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  const followed = follow(toy, launch, {}, true)
  await followed.said('Type the number')
  followed.later()
  followed.type('maybe')
  await followed.said('not among the answers')
  expect(toy.desk.asks()).toHaveLength(1)
  followed.type('2 please do not')
  expect(await followed.code).toBe(0)
  expect(followed.err()).toContain('rm -rf build')
  expect(followed.err()).toContain('answered to the session, Bash: no, “please do not”')
})

it('without a terminal it says where to answer, and waits', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  const followed = follow(toy, launch)
  await followed.said('answer it in the app')
  expect(launch.phase()).toBe('working')
  followed.interrupt()
  expect(await followed.code).toBe(130)
})

it('Ctrl-C interrupts, twice ends it', async () => {
  const toy = await bench.open()
  const stubborn = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, stubborn, 'working')
  const followed = follow(toy, stubborn)
  followed.interrupt()
  expect(followed.err()).toContain('Ctrl-C once more')
  followed.interrupt()
  expect(await followed.code).toBe(130)
  expect(stubborn.held?.isRunning()).toBe(false)
})

it('--keep leaves it open when its turn is over, and says where it is', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy)
  const followed = follow(toy, launch, { keep: true })
  expect(await followed.code).toBe(0)
  expect(launch.phase()).toBe('idle')
  expect(followed.err()).toContain(`it goes on: ${launch.run}`)
})

it.each([
  ['exit 7', 1],
  ['exit 0', 0],
])('"%s" ends with %d', async (prompt, code) => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt })
  const followed = follow(toy, launch)
  expect(await followed.code, `${followed.err()} ${JSON.stringify(launch.record)}`).toBe(code)
})

it.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends it at once, and says so as programs do', async (signal, code) => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, launch, 'working')
  const followed = follow(toy, launch)
  followed.terminate(signal)
  expect(await followed.code).toBe(code)
  expect(launch.held?.isRunning()).toBe(false)
})

it.each([{ json: true }, { json: false }])('%j: nobody reads any more: it ends with its command, quietly', async (change) => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  const followed = follow(toy, launch, change)
  await followed.said(change.json ? '"kind":"ask"' : 'answer it in the app')
  followed.closePipe()
  expect(await followed.code).toBe(0)
  expect(launch.held?.isRunning()).toBe(false)
  expect(launch.record.isStopped).toBe(true)
  expect(followed.err()).not.toContain('nobody answered')
})

it('nobody reads any more before it has a name', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { extra: ['--hang'] })
  const followed = follow(toy, launch, { json: true })
  followed.closePipe()
  expect(await followed.code).toBe(0)
  expect(launch.held?.isRunning()).toBe(false)
})

it('nobody reads any more: what is to be kept goes on, and says so', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, launch, 'working')
  const followed = follow(toy, launch, { json: true, keep: true })
  followed.closePipe()
  expect(await followed.code).toBe(0)
  expect(launch.phase()).toBe('working')
  expect(followed.err()).toContain('it goes on: ')
})

it('stopped by somebody else: 1', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'wait' })
  await bench.phase(toy, launch, 'working')
  const followed = follow(toy, launch)
  await followed.said('started: ')
  await launchActs.stop(launch, 'now')
  expect(await followed.code).toBe(1)
})

it.each([
  ['nobody: 1, and what it was', null, 1],
  ['a person: 0', 'yes', 0],
])('an ask that goes away, answered by %s', async (_, option, code) => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  const followed = follow(toy, launch)
  await followed.said('answer it in the app')
  // The product takes it back, as it does when it can ask nobody any more.
  if (option === null) await launch.session?.interrupt()
  else await toy.desk.answerAsk(toy.desk.asks()[0]?.id ?? '', { kind: 'option', option, message: null })
  expect(await followed.code).toBe(code)
  expect(followed.err().includes('nobody answered it')).toBe(option === null)
})

it('what a paused session asks is still asked: it is answered when it goes on', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { prompt: 'permission' })
  const followed = follow(toy, launch, { json: true })
  await followed.said('"kind":"ask"')
  const yes = { kind: 'option', option: 'yes', message: null } as const
  const id = toy.desk.asks()[0]?.id ?? ''
  await launchActs.pause(launch, true)
  await followed.said('"phase":"paused"')
  expect([toy.desk.news().asks.length, toy.desk.news().ended]).toEqual([1, []])
  expect(await toy.desk.answerAsk(id, yes)).toMatchObject({ outcome: 'refused', message: expect.stringContaining('paused') })
  expect(followed.out()).not.toContain('ask_gone')
  await launchActs.pause(launch, false)
  expect((await toy.desk.answerAsk(id, yes)).outcome).toBe('answered')
  expect(await followed.code).toBe(0)
  expect(followed.err()).not.toContain('nobody answered')
})

it('a program that says nothing is told of while it hangs, once', async () => {
  const toy = await bench.open()
  const launch = await bench.start(toy, { extra: ['--hang'] })
  launch.change({ started: Date.now() - 25_000 })
  const followed = follow(toy, launch)
  await followed.said('has not answered for 25 s')
  launch.change({ started: Date.now() - 29_000 })
  followed.terminate()
  expect(await followed.code).toBe(143)
  expect(followed.err().split('has not answered')).toHaveLength(2)
})
