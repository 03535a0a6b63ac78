import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import { RunUri } from '../src/shared/ids'
import { keepTrack, runCli, UNDERSTORY } from '../test/harness/runCli'
import { untilGone } from '../test/harness/untilGone'
import { type DriveSteps, driveSteps, originOf } from './drive/driveSteps'
import { rowsOf } from './drive/openCodeRows'
import type { DriveStage } from './drive/openDriveStage'
import { type OpenCodeStage, openOpenCodeStage } from './drive/openOpenCodeStage'

describe('opencode 1.18.34, driven, and what can come between', () => {
  let home: OpenCodeStage
  let stage: DriveStage
  let steps: DriveSteps

  beforeAll(async () => {
    home = await openOpenCodeStage('1.18.34')
    stage = await home.open()
    steps = driveSteps(stage)
  })

  afterAll(async () => {
    await home?.close()
  })

  const stored = (run: RunUri): string =>
    rowsOf(join(home.workspace.root, 'opencode', 'opencode.db'), run.slice('opencode://'.length))
  const serverOf = (launch: LiveLaunch): number => stage.launch(launch.id).pid ?? 0
  /** It may take long to end by itself. */
  const endedTurn = async (program: ReturnType<OpenCodeStage['foreign']>): Promise<void> => {
    await program.line('the end of its turn', ({ type }) => type === 'step_finish')
    program.kill()
    await program.ended
  }
  const ofElsewhere = async (prompt: string): Promise<RunUri> => {
    const program = home.foreign(['run', '--format', 'json', prompt])
    const { sessionID } = await program.line('its session', (line) => Boolean(line.sessionID))
    await endedTurn(program)
    return RunUri.parse(`opencode://${sessionID}`)
  }
  const goOnElsewhere = (run: RunUri, prompt: string) =>
    home.foreign(['run', '--format', 'json', '--session', run.slice('opencode://'.length), prompt])

  test('twenty at once share one server', async () => {
    const launches = await Promise.all(Array.from({ length: 20 }, () => stage.start(home.wish('HELLO'))))
    await Promise.all(launches.map((launch) => steps.phase(launch, 'idle', 60_000)))
    expect(new Set(launches.map(serverOf)).size).toBe(1)
    expect(new Set(launches.map(({ run }) => run)).size).toBe(20)
    await Promise.all(launches.map((launch) => launchActs.stop(launch, 'now')))
  })

  test('what is hostile is literal', async () => {
    const folder = join(home.workspace.folder, 'with spaces ü $(id)')
    mkdirSync(folder)
    const words = ['-rf --help', '"quoted" \'words\'', 'two\nlines', '$(touch pwned) `id` $HOME', '; rm -rf /']
    for (const word of words) {
      const launch = await stage.start(home.wish(`HELLO ${word}`, { folder }))
      await steps.phase(launch, 'idle')
      const told = home.sent.some(({ messages }) =>
        messages.some(({ content }) => JSON.stringify(content)?.includes(JSON.stringify(`HELLO ${word}`).slice(1, -1))),
      )
      expect(told, word).toBe(true)
      await launchActs.stop(launch, 'now')
    }
    const long = await stage.start(home.wish(`HELLO ${'x'.repeat(1024 * 1024)}`, { folder }))
    await steps.phase(long, 'idle')
    expect(home.sent.some(({ messages }) => JSON.stringify(messages).length > 1024 * 1024)).toBe(true)
    await launchActs.stop(long, 'now')
    rmSync(folder, { recursive: true })
    expect(await stage.desk.start(home.wish('HELLO', { folder }))).toMatchObject({ ok: false, failure: { code: 'no_folder' } })
    expect(await stage.desk.start(home.wish('HELLO', { extra: ['--nope'] }))).toMatchObject({
      ok: false,
      failure: { code: 'bad_value' },
    })
    expect(await stage.desk.start(home.wish('HELLO', { model: 'nope' }))).toMatchObject({
      ok: false,
      failure: { code: 'bad_value' },
    })
  })

  test('live elsewhere: refused with the reason, a fork is offered, and nothing of ours reaches it', async () => {
    const run = await ofElsewhere('HELLO')
    const wish = home.wish('MORE', { origin: originOf('resume', run) })
    expect((await stage.desk.plan(wish)).ok).toBe(true)
    const program = goOnElsewhere(run, 'SLOW-LIVE')
    // It came alive between the plan and the start.
    await home.model.gates.reached('slow-live')
    const before = stored(run)
    const refused = await stage.desk.start(wish)
    expect(refused).toMatchObject({ ok: false, failure: { code: 'live_elsewhere' } })
    expect(refused.ok ? [] : refused.failure.offers).toContain('fork')
    const acts = await stage.desk.acts({ run, key: null })
    const reasons = acts.ok ? Object.fromEntries(acts.value.map(({ name, reason }) => [name, reason])) : {}
    expect(reasons).toMatchObject({ fork: null, resume: expect.stringContaining('live'), join: expect.any(String) })
    const fork = await stage.start(home.wish('MORE', { origin: originOf('fork', run) }))
    await steps.phase(fork, 'idle')
    expect(stored(run)).toBe(before)
    home.model.gates.open('slow-live')
    await endedTurn(program)
    await launchActs.stop(fork, 'now')
  })

  test('somebody else opens it in the same moment: ours is stopped, our server and its other sessions go on', async () => {
    const run = await ofElsewhere('HELLO')
    const beside = await stage.start(home.wish('SLOW-AWAY'))
    await home.model.gates.reached('slow-away')
    const launch = await stage.start(home.wish('SLOW-RACE', { origin: originOf('resume', run) }))
    const program = goOnElsewhere(run, 'MORE')
    await steps.phase(launch, 'failed')
    expect(stage.launch(launch.id).trouble).toContain(`process ${program.pid}`)
    expect(stage.launch(beside.id).phase).toBe('working')
    home.model.gates.open('slow-away')
    await steps.phase(beside, 'idle')
    program.kill()
    await program.ended
    await launchActs.stop(beside, 'now')
  })

  test('the server is killed: said so, and the next prompt has a new one', async () => {
    const launch = await stage.start(home.wish('SLOW-KILL'))
    const run = await steps.runOf(launch)
    await home.model.gates.reached('slow-kill')
    await steps.agent(run, 'it runs', (one) => one.phase === 'running')
    const pid = serverOf(launch)
    process.kill(pid, 'SIGKILL')
    await steps.phase(launch, 'ended')
    expect(stage.launch(launch.id)).toMatchObject({ exit: { signal: 'SIGKILL' } })
    expect(stage.launch(launch.id).trouble).toContain('SIGKILL')
    await steps.agent(run, 'its turn was cut', (one) => one.phase === 'orphaned' || one.phase === 'interrupted')
    const next = await stage.start(home.wish('MORE', { origin: originOf('resume', run) }))
    await steps.phase(next, 'idle')
    expect(next.run).toBe(run)
    expect(serverOf(next)).not.toBe(pid)
    await steps.agent(run, 'it went on', (one) => one.phase === 'completed')
    expect(stage.engine.channels().filter((one) => one.state === 'refused')).toEqual([])
    await launchActs.stop(next, 'now')
  })

  test('a server that stands still keeps its states', async () => {
    const launch = await stage.start(home.wish('NEST-ASK'))
    const ask = await steps.ask(launch)
    const pid = serverOf(launch)
    process.kill(pid, 'SIGSTOP')
    expect(stage.launch(launch.id).phase).toBe('working')
    expect(stage.asks()).toHaveLength(1)
    process.kill(pid, 'SIGCONT')
    expect(await steps.option(ask, 'reject')).toBe('answered')
    await steps.phase(launch, 'idle')
    await launchActs.stop(launch, 'now')
  })

  test('the app is gone and comes back: the same sessions, still asking; the keeper is killed: they go on', async () => {
    const launch = await stage.start(home.wish('NEST-ASK'))
    const run = await steps.runOf(launch)
    await steps.ask(launch)
    await stage.leave()
    stage = await home.open()
    steps = driveSteps(stage)
    const back = stage.desk.launch(launch.id)
    if (!back) throw new Error('it is not in the list any more')
    expect(back.run).toBe(run)
    const ask = await steps.ask(back)
    expect(ask).toMatchObject({ detail: 'touch once.txt' })
    await steps.agent(run, 'it waits', (one) => one.key === ask.key && one.phase === 'waiting')
    const keeper = JSON.parse(readFileSync(join(home.workspace.stateFolder, 'keeper.json'), 'utf8')) as { pid: number }
    process.kill(keeper.pid, 'SIGKILL')
    await untilGone(keeper.pid)
    expect(await steps.option(ask, 'reject', 'No.')).toBe('answered')
    const second = await steps.ask(back, (one) => one.detail.includes('denied'))
    expect(await steps.option(second, 'reject')).toBe('answered')
    await steps.phase(back, 'idle')
    const beside = await stage.start(home.wish('HELLO'))
    await steps.phase(beside, 'idle')
    expect(serverOf(beside)).toBe(serverOf(back))
    await launchActs.stop(beside, 'now')
    await launchActs.stop(back, 'now')
  })

  test('two programs of ours at the same instant share one server; one is killed, and what it began still asks', async () => {
    await stage.until('nothing of ours runs', () => stage.desk.activeCount() === 0)
    await stage.leave()
    const [killed, other] = ['NEST-ASK', 'HELLO beside'].map((prompt) =>
      keepTrack(
        spawn(UNDERSTORY, ['run', 'opencode', prompt, '--keep', '--cwd', home.project], {
          env: { ...home.env },
          stdio: 'ignore',
        }),
      ),
    )
    stage = await home.open()
    steps = driveSteps(stage)
    const find = (title: string) => stage.desk.news().launches.find((one) => one.title === title && one.phase !== 'ended')
    const both = await stage.until('both are seen from here', () => {
      const [one, two] = [find('NEST-ASK'), find('HELLO beside')]
      return one && two && two.phase === 'idle' && ([one, two] as const)
    })
    const servers = new Set(both.map(({ pid }) => pid))
    expect(servers.size).toBe(1)
    const launch = stage.desk.launch(both[0].id)
    if (!launch) throw new Error('it was there a moment ago')
    const ask = await steps.ask(launch)
    const gone = new Promise((resolve) => killed?.once('close', resolve))
    killed?.kill('SIGKILL')
    await gone
    expect(await steps.option(ask, 'reject')).toBe('answered')
    await steps.phase(launch, 'idle')
    other?.kill('SIGKILL')
    for (const { id } of both) {
      const one = stage.desk.launch(id)
      if (one) await launchActs.stop(one, 'now')
    }
  })

  test('a command that only prints comes and goes while sessions are started: none of them ends', async () => {
    const run = await ofElsewhere('HELLO')
    for (let round = 0; round < 3; round++) {
      const [launch, printed] = await Promise.all([
        stage.start(home.wish('HELLO')),
        runCli(['resume', '--print', run], { ...home.env }),
      ])
      expect(printed.code, printed.stderr).toBe(0)
      await steps.phase(launch, 'idle')
      expect(stage.launch(launch.id).trouble).toBeNull()
      await launchActs.stop(launch, 'now')
    }
  })

  test('in a terminal: its screen, its prompt, its run; and its end', async () => {
    const launch = await stage.start(home.wish('HELLO from the terminal', { way: 'terminal' }))
    const terminal = stage.desk.terminal(launch)
    let screen = ''
    terminal?.follow(0, (_, bytes) => {
      screen += Buffer.from(bytes).toString('latin1')
    })
    const run = await stage.until('its run is found', () => stage.launch(launch.id).run, 40_000)
    await steps.agent(run, 'it answered', (one) => one.phase === 'completed')
    expect(screen).toContain('HELLO from the terminal')
    await terminal?.type('MORE\r')
    await stage.until('typed words reach it', () => home.sent.some(({ messages }) => JSON.stringify(messages).includes('"MORE')))
    await terminal?.type('LET-WRITE\r')
    const child = await steps.agent(run, 'a sub-agent of it is through', (one) => one.depth === 1 && one.phase === 'completed')
    const onward = await stage.desk.plan(home.wish('MORE', { origin: originOf('resume', run, child.key) }))
    expect(onward).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', offers: ['fork', 'continue'] } })
    expect(await stage.desk.plan(home.wish('MORE', { origin: originOf('continue', run, child.key) }))).toMatchObject({ ok: true })
    expect(await launchActs.stop(launch, 'now')).toBeNull()
    await steps.phase(launch, 'ended')
  })

  test('nothing is left running', async () => {
    const launch = await stage.start(home.wish('HELLO'))
    await steps.phase(launch, 'idle')
    const pid = serverOf(launch)
    await stage.close()
    await untilGone(pid)
  })
})
