import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { threadOwners } from '../src/connect/codex/drive/threadOwners'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { RunUri } from '../src/shared/ids'
import { keeperFile } from '../test/harness/keeperStage'
import { UNDERSTORY } from '../test/harness/runCli'
import { untilGone } from '../test/harness/untilGone'
import { type CodexStage, openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'
import { startUnseen } from './drive/startUnseen'
import { writeProgram } from './drive/writeProgram'
import { startProgram } from './startProgram'

let stage: CodexStage
let desk: DriveStage

const phase = (launch: LiveLaunch, wanted: string) =>
  desk.until(`it is ${wanted}`, () => desk.desk.launch(launch.id)?.phase() === wanted)

const accept = (id: string) => desk.desk.answerAsk(id, { kind: 'option', option: 'accept', message: null })

const ask = (what: string) => desk.until(`it asks for ${what}`, () => desk.asks().find(({ detail }) => detail.includes(what)))

/** Of what reached the model, the texts of people. */
function prompts(): readonly string[] {
  return stage.sent.flatMap(({ input }) =>
    input.flatMap(({ role, content }) =>
      role === 'user' && Array.isArray(content) ? content.map(({ text }) => text ?? '') : [],
    ),
  )
}

function rolloutOf(launch: LiveLaunch): string {
  const sessions = join(stage.workspace.root, 'sessions')
  const name = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.includes(launch.record.run ?? '?'),
  )
  return join(sessions, name ?? '')
}

/** Its recorder may still have the last lines of its turn to write: nothing before them is another, and nothing of ours is in them. */
function expectUntold(launch: LiveLaunch, before: string): void {
  const now = readFileSync(rolloutOf(launch), 'utf8')
  expect(now.slice(0, before.length)).toBe(before)
  expect(now).not.toContain('FURTHER')
}

async function reopened(): Promise<DriveStage> {
  await desk.leave()
  desk = await stage.open()
  return desk
}

describe.each(['0.169.0', '0.105.0'])('Codex %s when things go wrong', (version) => {
  beforeEach(async () => {
    stage = await openCodexStage(version)
    desk = await stage.open()
  })
  afterEach(() => stage.close())

  test('an engine that is killed loses nothing: what was asked is answered by the next', async () => {
    const argv = ['run', 'codex', 'NEST-ASK', '--mode', 'ask', '--json', '--cwd', stage.project]
    const cli = { version: '', program: UNDERSTORY, leading: [], folders: [] }
    const engine = startProgram({ cli, args: argv, cwd: stage.project, env: stage.env }, (text) => JSON.parse(text) as Told)
    await engine.line('it asks', ({ kind }) => kind === 'ask')
    engine.kill()
    await engine.ended
    await reopened()
    const once = await ask('once.txt')
    const run = once.run as RunUri
    const [launch] = desk.desk.news().launches
    expect(launch).toMatchObject({ phase: 'working', run, trouble: null, mode: 'ask' })
    expect(Date.parse(launch?.since ?? '')).toBeLessThanOrEqual(Date.parse(once.at))
    await desk.until('its agent waits', () => desk.agent(run, ({ id, phase }) => id === once.agent && phase === 'waiting'))
    expect((await accept(once.id)).outcome).toBe('answered')
    for (const what of ['denied.txt', 'always.txt']) expect((await accept((await ask(what)).id)).outcome).toBe('answered')
    expect((await accept((await ask('always.txt')).id)).outcome).toBe('answered')
    await desk.until('it is idle', () => desk.desk.news().launches[0]?.phase === 'idle')
    expect(existsSync(join(stage.project, 'once.txt'))).toBe(true)
    await reopened()
    await desk.until('the same is told again', () => desk.desk.news().launches[0]?.phase === 'idle')
    expect(desk.asks()).toEqual([])
  })

  test('a program that is killed shows so, and its session is resumed', async () => {
    const launch = await desk.start(stage.wish('HELLO'))
    await phase(launch, 'idle')
    expect(await launchActs.send(launch, 'SLOW-TURN')).toBeNull()
    await stage.model.gates.reached('slow-turn')
    const run = launch.run as RunUri
    process.kill(desk.launch(launch.id).pid ?? 0, 'SIGKILL')
    await phase(launch, 'ended')
    expect(desk.launch(launch.id)).toMatchObject({ exit: { signal: 'SIGKILL' }, trouble: expect.stringContaining('SIGKILL') })
    await desk.until('nobody holds it', () => desk.sight(run)?.row.live === false)
    expect(desk.sight(run)?.row.phase).toBe('orphaned')
    await reopened()
    expect(desk.launch(launch.id)).toMatchObject({ phase: 'ended', exit: { signal: 'SIGKILL' } })
    const again = await desk.start(stage.wish('MORE', { origin: { how: 'resume', run, key: null, at: null } }))
    await phase(again, 'idle')
    expect(prompts()).toEqual(expect.arrayContaining(['HELLO', 'SLOW-TURN', 'MORE']))
  })

  test('a keeper that is killed takes its sessions along, says so, and another one holds the next', async () => {
    const launch = await desk.start(stage.wish('SLOW-TURN'))
    await stage.model.gates.reached('slow-turn')
    const { pid } = desk.launch(launch.id)
    process.kill(keeperFile(stage.workspace.stateFolder).pid, 'SIGKILL')
    // Its input has ended with its keeper.
    await untilGone(pid ?? 0)
    await phase(launch, 'ended')
    expect(desk.launch(launch.id).trouble).toMatch(/gone|held its input/)
    const next = await desk.start(stage.wish('HELLO'))
    await phase(next, 'idle')
    await reopened()
    expect([desk.launch(launch.id).phase, desk.launch(next.id).phase]).toEqual(['ended', 'idle'])
  })

  test('a pause holds everything, and nothing is lost by it', async () => {
    const launch = await desk.start(stage.wish('SLOW-TURN'))
    await stage.model.gates.reached('slow-turn')
    expect(await launchActs.pause(launch, true)).toBeNull()
    expect(desk.launch(launch.id)).toMatchObject({ phase: 'paused', can: { send: expect.stringContaining('paused') } })
    stage.model.gates.open('slow-turn')
    await reopened()
    const same = desk.desk.launch(launch.id)
    if (!same) throw new Error('it is still there')
    expect(same.phase()).toBe('paused')
    expect(await launchActs.pause(same, false)).toBeNull()
    await phase(same, 'idle')
    expect(await launchActs.send(same, 'MORE')).toBeNull()
    await phase(same, 'idle')
    expect(JSON.stringify(stage.sent.at(-1)?.input)).toContain('The slow turn is over.')
  })

  test('what was to end with its turn does so, though the engine is another one by then', async () => {
    const launch = await desk.start(stage.wish('SLOW-TURN'))
    await stage.model.gates.reached('slow-turn')
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    await reopened()
    expect(desk.launch(launch.id).phase).toBe('working')
    stage.model.gates.open('slow-turn')
    await desk.until('it has ended', () => desk.launch(launch.id).phase === 'ended')
    expect(desk.launch(launch.id)).toMatchObject({ exit: { code: 0 }, trouble: null })
    const run = launch.run as RunUri
    await desk.until('its turn was not cut', () => desk.sight(run)?.row.phase === 'completed')
  })

  test('prompts and folders are taken literally', async () => {
    const folder = join(stage.workspace.folder, 'wörk $(touch pwned) `id` "x"')
    mkdirSync(folder)
    const hostile = ['--help', '-', 'quote \' " ` $(touch pwned) $HOME ; | & > x', 'two\nlines\r\n\tand a tab', 'emoji 🙂']
    for (const prompt of [...hostile, `a million ${'letters '.repeat(125_000)}`]) {
      const launch = await desk.start(stage.wish(prompt, { folder }))
      await phase(launch, 'idle')
      expect(prompts().includes(prompt)).toBe(true)
      await launchActs.stop(launch, 'now')
    }
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
    rmSync(folder, { recursive: true })
    const gone = await desk.desk.start(stage.wish('HELLO', { folder }))
    expect(gone).toMatchObject({ ok: false, failure: { code: 'no_folder' } })
    const strange = await desk.desk.start(stage.wish('HELLO', { extra: ['--no-such-flag'] }))
    expect(strange).toMatchObject({ ok: false, failure: { message: expect.stringContaining('--no-such-flag') } })
    expect(desk.desk.activeCount()).toBe(0)
  })
})

interface Told {
  readonly kind: string
}

describe('Codex 0.169.0', () => {
  beforeEach(async () => {
    stage = await openCodexStage('0.169.0')
  })
  afterEach(() => stage.close())

  test('twenty at once', async () => {
    desk = await stage.open()
    const launches = await Promise.all(Array.from({ length: 20 }, () => desk.start(stage.wish('HELLO'))))
    for (const launch of launches) await desk.until('it is idle', () => launch.phase() === 'idle', 50_000)
    expect(new Set(launches.map(({ run }) => run)).size).toBe(20)
    await Promise.all(launches.map((launch) => launchActs.stop(launch, 'now')))
    expect(desk.desk.activeCount()).toBe(0)
  })

  test.each([
    ['hangs', 'sleep 300', /no answer/],
    ['prints garbage', 'while read -r line; do echo "{not json"; echo; done', /no answer/],
    ['ends at once', 'echo "broken installation" >&2; exit 3', /broken installation/],
  ])('a program that %s', async (_, code, words) => {
    const UNDERSTORY_CODEX_PROGRAM = writeProgram(
      stage.workspace.folder,
      `[ "$1" = --version ] && echo codex-cli 0.169.0 && exit 0\n${code}`,
    )
    desk = await stage.open({ UNDERSTORY_CODEX_PROGRAM })
    const started = await desk.desk.start(stage.wish('HELLO'))
    expect(started).toMatchObject({ ok: false, failure: { message: expect.stringMatching(words) } })
    expect(desk.desk.news().launches).toEqual([])
  })

  test('a program that is too old', async () => {
    const UNDERSTORY_CODEX_PROGRAM = writeProgram(stage.workspace.folder, 'echo codex-cli 0.63.0')
    desk = await stage.open({ UNDERSTORY_CODEX_PROGRAM })
    const started = await desk.desk.start(stage.wish('HELLO'))
    expect(started).toMatchObject({ ok: false, failure: { code: 'old_program', message: expect.stringContaining('0.63.0') } })
  })

  test('an old release lets two open a session: the second of ours says nothing into it', async () => {
    await stage.close()
    stage = await openCodexStage('0.105.0')
    desk = await stage.open()
    const launch = await desk.start(stage.wish('HELLO'))
    await phase(launch, 'idle')
    const thread = launch.record.run ?? ''
    const before = readFileSync(rolloutOf(launch), 'utf8')
    const refused = await startUnseen(stage, { method: 'thread/resume', params: { threadId: thread } }, (started) => started)
    expect(refused).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', owner: { pid: launch.held?.pid } } })
    expectUntold(launch, before)
    expect(prompts().includes('FURTHER')).toBe(false)
    const pids = (await threadOwners(stage.workspace.root, thread)).map(({ pid }) => pid)
    expect(pids).toEqual([launch.held?.pid])
  })

  test('of two that open a session in the same moment the later is refused by the product itself', async () => {
    desk = await stage.open()
    const launch = await desk.start(stage.wish('HELLO'))
    await phase(launch, 'idle')
    const before = readFileSync(rolloutOf(launch), 'utf8')
    const refused = await startUnseen(
      stage,
      { method: 'thread/resume', params: { threadId: launch.record.run } },
      (started) => started,
    )
    expect(refused).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', offers: ['fork'] } })
    expectUntold(launch, before)
  })
})
