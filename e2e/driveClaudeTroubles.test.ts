import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { readLines } from '../test/harness/readLines'
import { UNDERSTORY } from '../test/harness/runCli'
import { untilGone } from '../test/harness/untilGone'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

let home: ClaudeStage

const opened = async (): Promise<ClaudeBench> => new ClaudeBench(home, await home.open())

/** Another program under the name of the real one. */
function pretend(version: string, script: string): void {
  const path = join(home.workspace.folder, 'bin', 'claude')
  rmSync(path)
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo "${version}" && exit\n${script}\n`, { mode: 0o755 })
}

const keeperPid = (): number => JSON.parse(readFileSync(join(home.workspace.stateFolder, 'keeper.json'), 'utf8')).pid

/** Every text that the model was sent by a person. */
const heard = (): ReadonlySet<string> =>
  new Set(
    home.model.served.flatMap(({ request }) =>
      (request.messages ?? []).flatMap(({ content }) =>
        typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? []),
      ),
    ),
  )

describe('Claude Code 2.1.327, in trouble', () => {
  beforeEach(async () => {
    home = await openClaudeStage('2.1.327')
  })
  afterEach(() => home.close())

  test('the program that started it is killed while an agent two below asks: another one answers', async () => {
    const args = ['run', 'claude', '--cwd', home.project, '--json', '--', 'NEST-ASK']
    const cli = spawn(UNDERSTORY, args, { env: home.env, stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise<void>((resolve) => readLines(cli.stdout, (line) => line.includes('"kind":"ask"') && resolve()))
    cli.kill('SIGKILL')
    await once(cli, 'exit')
    const bench = await opened()
    const asked = await bench.ask('once.txt')
    const [row] = bench.desk.desk.news().launches
    const launch = bench.desk.desk.launch(row?.id ?? '')
    if (!launch) throw new Error('it is not in the list')
    expect(row).toMatchObject({ phase: 'working', trouble: null, title: 'NEST-ASK', model: expect.stringContaining('claude') })
    const inner = await bench.agent(launch, 'ASK-INNER', 'waiting')
    await bench.desk.until('the ask names it', () => bench.desk.asks()[0]?.key === inner.key)
    expect(bench.inProject('once.txt')).toBe(false)
    expect((await bench.choose(asked.id, 'once')).outcome).toBe('answered')
    const denied = await bench.ask('denied.txt')
    expect(bench.inProject('once.txt')).toBe(true)
    // Answered by the first reading, told again by the second: nothing is open twice, nothing is answered anew.
    await bench.reopen()
    expect(bench.desk.asks().map(({ id }) => id)).toEqual([denied.id])
    expect((await bench.choose(denied.id, 'halt')).outcome).toBe('answered')
    await bench.desk.until('it is idle', () => bench.desk.desk.news().launches[0]?.phase === 'idle')
    const again = bench.desk.desk.launch(row?.id ?? '')
    expect(again && (await launchActs.send(again, 'MORE'))).toBeNull()
    await bench.desk.until('it goes on', () => heard().has('MORE'))
  })

  test('whoever starts it is killed before its first words are said: another program of ours says them, once', async () => {
    const bench = await opened()
    const first = await bench.finished('HELLO')
    const launches = join(home.workspace.stateFolder, 'drive', 'launches')
    const args = ['resume', bench.runOf(first), '--keep', '--cwd', home.project, '--json', '--', 'MORE']
    const cli = spawn(UNDERSTORY, args, { env: home.env, stdio: 'ignore' })
    const gone = once(cli, 'exit')
    await vi.waitFor(() => expect(readdirSync(launches).filter((name) => name.endsWith('.first'))).toHaveLength(1), {
      ...{ timeout: 30_000, interval: 5 },
    })
    cli.kill('SIGKILL')
    await gone
    expect(heard().has('MORE')).toBe(false)
    await bench.desk.until('they are said', () => heard().has('MORE'))
    const [launch] = bench.desk.desk.news().launches
    if (!launch) throw new Error('it is in the list')
    await bench.desk.until('its turn is over', () => bench.desk.desk.launch(launch.id)?.phase() === 'idle')
    expect(launch).toMatchObject({ run: bench.runOf(first), trouble: null })
    const last = home.model.served.filter(({ request }) => JSON.stringify(request.messages?.at(-1) ?? '').includes('MORE'))
    expect(last).toHaveLength(1)
    expect(readdirSync(launches).filter((name) => name.includes('.first'))).toEqual([])
  })

  test('the agent itself is killed', async () => {
    const bench = await opened()
    const launch = await bench.started('TWO-HELD')
    await Promise.all([home.model.gates.reached('held-one'), home.model.gates.reached('held-two')])
    await bench.agent(launch, 'HELD-ONE', 'running')
    process.kill(bench.row(launch).pid ?? 0, 'SIGKILL')
    const row = await bench.phase(launch, 'ended')
    expect(row).toMatchObject({ exit: { signal: 'SIGKILL' }, trouble: expect.stringContaining('SIGKILL') })
    await bench.agent(launch, 'HELD-ONE', 'orphaned')
    expect(bench.desk.sight(bench.runOf(launch))?.row.live).toBe(false)
  })

  test('the keeper is killed: it is adrift, says the rest, and its end is known', async () => {
    const bench = await opened()
    const launch = await bench.started('SLOW-TURN')
    await home.model.gates.reached('slow-turn')
    process.kill(keeperPid(), 'SIGKILL')
    const row = await bench.phase(launch, 'adrift')
    expect(row.can.send).toContain('input is gone')
    home.model.gates.open('slow-turn')
    await bench.phase(launch, 'ended')
    const page = await bench.desk.engine.transcript({ run: bench.runOf(launch), key: null }, { before: null, limit: 5 })
    expect(page.ok && page.value.items.map(({ text }) => text)).toContain('The slow turn is over.')
    const next = await bench.started('HELLO')
    await bench.idle(next)
    await bench.reopen()
    expect([bench.row(launch).phase, bench.row(next).phase]).toEqual(['ended', 'idle'])
  })

  test('paused and let go on', async () => {
    const bench = await opened()
    const launch = await bench.started('SLOW-TURN')
    await home.model.gates.reached('slow-turn')
    expect(await launchActs.pause(launch, true)).toBeNull()
    expect(bench.row(launch)).toMatchObject({ phase: 'paused', can: { send: 'It is paused: let it go on first.' } })
    home.model.gates.open('slow-turn')
    await bench.reopen()
    expect(bench.row(launch).phase).toBe('paused')
    const again = bench.desk.desk.launch(launch.id)
    expect(again && (await launchActs.pause(again, false))).toBeNull()
    const row = await bench.idle(launch)
    expect([row.trouble, row.pauses?.map(({ from, to }) => to > from)]).toEqual([null, [true]])
  })

  test('stopped from outside, as when a machine sleeps: what is said of it stays true, and it goes on', async () => {
    const bench = await opened()
    const launch = await bench.started('SLOW-TURN')
    await home.model.gates.reached('slow-turn')
    const pid = bench.row(launch).pid ?? 0
    const run = bench.runOf(launch)
    // It writes its transcript a moment after it has asked the model: stopped before that it has none to show.
    await bench.desk.until('its run is there', () => bench.desk.sight(run)?.row.live)
    process.kill(pid, 'SIGSTOP')
    home.model.gates.open('slow-turn')
    await bench.reopen()
    await bench.desk.until('its run is live', () => bench.desk.sight(run)?.row.live)
    expect(bench.row(launch)).toMatchObject({ phase: 'working', trouble: null, can: { send: null } })
    process.kill(pid, 'SIGCONT')
    expect((await bench.idle(launch)).trouble).toBeNull()
    await bench.desk.until('its turn is over', () => bench.desk.sight(run)?.row.phase === 'completed')
  })

  test('prompts, folders and arguments are taken literally, or refused', async () => {
    const bench = await opened()
    const prompts = [
      '--help -p',
      `it's "$(touch pwned)" \`touch pwned\` $HOME; exit\nand\ta second line\r\n\u2028 end`,
      `\\u0041 {"type":"user"} 🙂 \u202ertl`,
      `a million ${'letters '.repeat(125_000)}end`,
    ]
    const folder = join(home.workspace.folder, 'mein Ordner ü 🙂')
    mkdirSync(folder)
    const launches = await Promise.all(prompts.map((prompt) => bench.started(prompt, { folder })))
    for (const launch of launches) await bench.idle(launch)
    for (const prompt of prompts) expect([prompt.slice(0, 40), heard().has(prompt)]).toEqual([prompt.slice(0, 40), true])
    for (const launch of launches) expect(bench.desk.sight(bench.runOf(launch))?.row.cwd).toBe(folder)
    expect(bench.inProject('pwned')).toBe(false)
    const refused = await bench.started('HELLO', { extra: ['--no-such-option', 'x y'] })
    const row = await bench.phase(refused, 'failed')
    expect(row).toMatchObject({ exit: { code: 1 }, trouble: expect.stringContaining("unknown option '--no-such-option'") })
    rmSync(folder, { recursive: true })
    const gone = await bench.desk.desk.start(home.wish('HELLO', { folder }))
    expect(!gone.ok && gone.failure.code).toBe('no_folder')
    const resumed = await bench.desk.desk.start(
      home.wish('HELLO', { folder, origin: { how: 'resume', run: bench.runOf(launches[0] ?? refused), key: null, at: null } }),
    )
    expect(!resumed.ok && resumed.failure.code).toBe('no_folder')
  })

  test('programs that are too old, hang, end at once or say something else', async () => {
    const bench = await opened()
    pretend('1.0.128 (Claude Code)', 'exit 1')
    const old = await bench.desk.desk.start(home.wish('HELLO'))
    expect(!old.ok && old.failure.code).toBe('old_program')
    pretend('2.1.327 (Claude Code)', 'exec sleep 600')
    const hanging = await bench.started('HELLO')
    expect(bench.row(hanging).phase).toBe('starting')
    expect(await launchActs.stop(hanging, 'now')).toBeNull()
    await bench.phase(hanging, 'ended', 'failed')
    await untilGone(bench.row(hanging).pid ?? 0)
    pretend('2.1.327 (Claude Code)', 'echo "no such thing" >&2; exit 3')
    const failing = await bench.started('HELLO')
    const row = await bench.phase(failing, 'failed')
    expect(row).toMatchObject({ exit: { code: 3 }, trouble: expect.stringContaining('no such thing') })
    pretend('2.1.327 (Claude Code)', 'echo "{not json"; echo "[1,2]"; head -c 100000 /dev/urandom; echo; exec sleep 600')
    const babbling = await bench.started('HELLO')
    await bench.desk.until('it has spoken', () => {
      const out = join(home.workspace.stateFolder, 'launches', babbling.record.process ?? '', 'out')
      return readFileSync(out).length > 100_000
    })
    expect(bench.row(babbling)).toMatchObject({ phase: 'starting', trouble: null })
    expect(await launchActs.stop(babbling, 'now')).toBeNull()
  })

  test('twenty at once', async () => {
    const bench = await opened()
    const launches = await Promise.all(Array.from({ length: 20 }, (_, i) => bench.started(`HELLO number ${i}`)))
    for (const launch of launches) await bench.idle(launch)
    expect(new Set(launches.map((launch) => launch.run)).size).toBe(20)
    expect(launches.map((launch) => bench.row(launch).trouble)).toEqual(launches.map(() => null))
    await Promise.all(launches.map((launch) => launchActs.stop(launch, 'finish')))
    for (const launch of launches) await bench.phase(launch, 'ended')
  })
})
