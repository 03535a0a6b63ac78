import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Desk } from '../../src/engine/drive/desk'
import { launchActs } from '../../src/engine/drive/launchActs'
import { openOwnDesk } from '../../src/engine/drive/openOwnDesk'
import { ownKeeper } from '../../src/engine/drive/ownKeeper'
import type { Engine } from '../../src/engine/engine'
import { readLaunches } from '../../src/engine/keeper/readLaunches'
import { openEngine } from '../../src/engine/openEngine'
import { settingsFromEnvironment } from '../../src/engine/settingsFromEnvironment'
import type { Launch } from '../../src/shared/drive/launch'
import type { RunRow } from '../../src/shared/views'
import { readLines } from '../harness/readLines'
import { readList, runCli, UNDERSTORY } from '../harness/runCli'
import { withSteeredProgram } from '../harness/steeredProgram'
import { untilGone } from '../harness/untilGone'
import { type Environment, withWorkspace } from '../harness/workspace'

interface DeskHere {
  readonly desk: Desk
  readonly engine: Engine
  until(condition: () => unknown): Promise<void>
}

const PATIENCE_MS = 40_000

/** What the app is when it is started again. */
async function withDesk(env: Environment, work: (here: DeskHere) => Promise<void>): Promise<void> {
  const stateFolder = env['UNDERSTORY_HOME'] ?? ''
  let engine: Engine | null = null
  const desk = openOwnDesk({
    ...{
      env,
      stateFolder,
      keeper: ownKeeper(stateFolder, env),
      engine: () => engine,
      sight: () => null,
      onBreach: () => undefined,
    },
    roots: () => ({ claude: env['CLAUDE_CONFIG_DIR'] ?? '' }),
  })
  const settings = settingsFromEnvironment(env, { driven: desk.word }, () => undefined)
  engine = await openEngine({ ...settings, workerScript: null })
  await desk.ready
  const until = (condition: () => unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        stop()
        reject(new Error(`not so: ${condition.toString()}; the desk says ${JSON.stringify(desk.news())}`))
      }, PATIENCE_MS)
      const look = (): void => {
        if (!condition()) return
        clearTimeout(late)
        stop()
        resolve()
      }
      const stop = desk.onChange(look)
      look()
    })
  try {
    await work({ desk, engine, until })
  } finally {
    await desk.close({ keep: false })
    await engine.close()
  }
}

/** The command line at work, until it has said what is waited for. */
async function running(args: readonly string[], env: Environment, isSaid: (line: string) => boolean) {
  const child = spawn(UNDERSTORY, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (bytes) => said.push(`stderr: ${bytes}`))
  await new Promise<void>((resolve, reject) => {
    const refuse = (why: string): void => reject(new Error(`${args.join(' ')}: ${why}; it said ${said.join('\n')}`))
    const late = setTimeout(refuse, PATIENCE_MS, 'not said in time')
    child.once('exit', (code, signal) => refuse(`ended with ${code ?? signal}`))
    readLines(child.stdout, (line) => {
      said.push(line)
      if (!isSaid(line)) return
      clearTimeout(late)
      resolve()
    })
  })
  return child
}

const only = (desk: Desk): Launch => {
  const [launch] = desk.news().launches
  if (!launch) throw new Error('nothing was started')
  return launch
}

test('run: a session, its tree and its end, with any prompt', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    for (const prompt of ['--help', `it's "$(touch pwned)"\nand 'more'`]) {
      const done = await runCli(['run', 'claude', '--cwd', work, '--', prompt], env)
      expect([done.code, done.stderr]).toEqual([0, expect.stringMatching(/started: .*steered -p/)])
    }
    const rows = await readList(env)
    expect(rows.map(({ title, cwd, phase }: RunRow) => [title, cwd, phase]).sort()).toEqual([
      ['--help', work, 'completed'],
      [`it's "$(touch pwned)"`, work, 'completed'],
    ])
    const [row] = rows
    const printed = await runCli(['resume', '--print', row?.uri ?? ''], env)
    expect([printed.code, printed.stdout]).toEqual([0, expect.stringMatching(/ --resume [\w-]+\n$/)])
    const continued = await runCli(['continue', '--render', '--print', row?.uri ?? ''], env)
    expect([continued.code, continued.stdout]).toEqual([0, expect.stringContaining(`understory continue --render ${row?.uri}\n`)])
    expect((await runCli(['resume', row?.uri ?? ''], env)).stderr).toContain('this is no terminal')
    const again = await runCli(['resume', row?.uri ?? '', '--', 'and now?'], env)
    expect(again.code, again.stderr).toBe(0)
    expect(await readList(env)).toHaveLength(2)
  })
})

test('the program that started a session is killed while it asks: another one finds it, answers, and ends it', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const cli = await running(['run', 'claude', '--cwd', work, '--json', '--', 'ask me'], env, (line) =>
      line.includes('"kind":"ask"'),
    )
    cli.kill('SIGKILL')
    await once(cli, 'exit')
    await withDesk(env, async ({ desk, engine, until }) => {
      await until(() => desk.asks().length === 1)
      expect(only(desk)).toMatchObject({ phase: 'working', title: 'ask me', exit: null, trouble: null })
      const run = only(desk).run
      const tree = await engine.tree(run as NonNullable<typeof run>)
      expect(tree.ok && tree.value.agents[0]).toMatchObject({
        phase: 'waiting',
        waitingFor: 'permission',
        activity: 'Bash: rm -rf build',
      })
      const [ask] = desk.asks()
      const allow = ask?.options.find(({ effect }) => effect === 'once')?.id ?? ''
      const answered = await desk.answerAsk(ask?.id ?? '', { kind: 'option', option: allow, message: null })
      expect(answered).toEqual({ outcome: 'answered', message: null })
      await until(() => only(desk).phase === 'idle')
      const launch = desk.launch(only(desk).id)
      if (!launch) throw new Error('it is in the list')
      expect(await launchActs.stop(launch, 'finish')).toBeNull()
      await until(() => only(desk).exit !== null)
      expect(only(desk)).toMatchObject({ phase: 'ended', exit: { code: 0 }, trouble: null })
    })
  })
})

test('its terminal is closed: a session ends with its command, unless it is to be kept', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const isWorking = (line: string): boolean => line.includes('"phase":"working"')
    const start = (...more: string[]) =>
      running(['run', 'claude', '--cwd', work, '--json', ...more, '--', 'wait'], env, isWorking)
    const [ended, left, killed] = [await start(), await start('--keep'), await start('--keep')]
    for (const [cli, signal] of [
      [ended, 'SIGHUP'],
      [left, 'SIGHUP'],
      [killed, 'SIGKILL'],
    ] as const) {
      cli.kill(signal)
      await once(cli, 'exit')
    }
    await withDesk(env, async ({ desk, until }) => {
      await until(() => desk.news().launches.length === 3)
      const rows = desk.news().launches.toReversed()
      expect(rows.map(({ phase, trouble }) => [phase, trouble])).toEqual([
        ['ended', null],
        ['working', null],
        ['working', null],
      ])
      const home = env['UNDERSTORY_HOME'] ?? ''
      const states = readLaunches(home).toSorted((a, b) => a.startedAt - b.startedAt)
      expect(states.map(({ isKept }) => isKept)).toEqual([false, true, true])
    })
  })
})

test('who ended it from here is said, also after a restart', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const cli = await running(['run', 'claude', '--keep', '--cwd', work, '--json', '--', 'wait'], env, (line) =>
      line.includes('"phase":"working"'),
    )
    cli.kill('SIGKILL')
    await once(cli, 'exit')
    const { pid } = JSON.parse(readFileSync(join(env['UNDERSTORY_HOME'] ?? '', 'keeper.json'), 'utf8'))
    process.kill(pid, 'SIGTERM')
    await untilGone(pid)
    await withDesk(env, async ({ desk, until }) => {
      await until(() => only(desk).exit !== null)
      expect(only(desk)).toMatchObject({ trouble: expect.stringContaining('ended from here: the keeper was asked to end') })
    })
  })
})

test('twenty at once, their starter killed, one of them killed: nothing is lost, and all is told as it is', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    mkdirSync(work, { recursive: true })
    const starters = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        running(['run', 'claude', '--cwd', work, '--json', '--', `wait ${i}`], env, (line) => line.includes('"phase":"working"')),
      ),
    )
    for (const starter of starters) starter.kill('SIGKILL')
    await Promise.all(
      starters.map((starter) => starter.exitCode === null && starter.signalCode === null && once(starter, 'exit')),
    )
    let pids: readonly number[] = []
    await withDesk(env, async ({ desk, until }) => {
      await until(() => desk.news().launches.filter(({ phase }) => phase === 'working').length === 20)
      pids = desk.news().launches.flatMap(({ pid }) => pid ?? [])
      expect(new Set(pids).size).toBe(20)
      process.kill(pids[0] ?? 0, 'SIGKILL')
      await until(() => desk.news().launches.some(({ exit }) => exit?.signal === 'SIGKILL'))
      expect(desk.activeCount()).toBe(19)
    })
    // Closed without keeping: nothing is left behind.
    await Promise.all(pids.map(untilGone))
  })
})

test('doctor names the keeper and what it holds, and waits for none that is stopped', async () => {
  await withWorkspace(async (workspace) => {
    const { env, work } = withSteeredProgram(workspace)
    const cli = await running(['run', 'claude', '--keep', '--cwd', work, '--json', '--', 'wait'], env, (line) =>
      line.includes('"phase":"working"'),
    )
    cli.kill('SIGKILL')
    await once(cli, 'exit')
    const driving = async () => JSON.parse((await runCli(['doctor', '--json'], env)).stdout).driving
    const { pid } = JSON.parse(readFileSync(join(env['UNDERSTORY_HOME'] ?? '', 'keeper.json'), 'utf8'))
    const launch = { provider: 'claude', run: expect.stringMatching(/^claude:/), folder: work, isKept: true, isPaused: false }
    expect(await driving()).toMatchObject({ keeper: { state: 'answers', pid }, launches: [{ ...launch, isHeld: true }] })
    process.kill(pid, 'SIGSTOP')
    const words = expect.stringMatching(`process ${pid}\\) does not answer`)
    expect(await driving()).toMatchObject({ keeper: { state: 'silent', pid, note: words }, launches: [{ isHeld: false }] })
    const refused = await runCli(['run', 'claude', '--cwd', work, '--', 'hello'], env)
    expect([refused.code, refused.stderr]).toEqual([1, words])
    process.kill(pid, 'SIGCONT')
    const done = await runCli(['run', 'claude', '--cwd', work, '--', 'hello'], env)
    expect(done.code, done.stderr).toBe(0)
    await withDesk(env, async ({ desk, until }) => {
      await until(() => desk.news().launches.some(({ phase }) => phase === 'working'))
    })
  })
})
