import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { UNDERSTORY } from '../test/harness/runCli'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

let home: ClaudeStage
let bench: ClaudeBench

async function opened(version: string): Promise<void> {
  home = await openClaudeStage(version)
  bench = new ClaudeBench(home, await home.open())
}

/** Longer than the CLI takes to let a prompt fail once its input has ended. */
const LONG_MS = 2500

describe('what is to end when it is finished', () => {
  afterEach(() => home.close())

  test('"understory run" waits for an agent in the background, and for who answers it', async () => {
    await opened('2.1.327')
    const run = spawn(UNDERSTORY, ['run', 'claude', '--cwd', home.project, '--json', '--', 'GO-BACK'], {
      cwd: home.project,
      env: home.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    run.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    const ended = once(run, 'close')
    const asked = await bench.ask('back.txt')
    await wait(LONG_MS)
    expect([bench.desk.asks().map(({ id }) => id), run.exitCode, out.includes('"ask_gone"')]).toEqual([[asked.id], null, false])
    expect((await bench.choose(asked.id, 'once')).outcome).toBe('answered')
    expect(await ended).toEqual([0, null])
    expect([bench.inProject('back.txt'), bench.lastSent('request failed')]).toEqual([true, ''])
  })

  test('a prompt that is open stays open, and what comes of it too', async () => {
    await opened('2.1.327')
    const launch = await bench.started('NEST-ASK')
    const once_ = await bench.ask('once.txt')
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    await wait(LONG_MS)
    expect((await bench.choose(once_.id, 'once')).outcome).toBe('answered')
    for (const name of ['denied.txt', 'always.txt']) {
      const next = await bench.ask(name)
      expect(bench.row(launch).phase).toBe('working')
      await bench.choose(next.id, name === 'denied.txt' ? 'deny' : 'always-0-run')
    }
    expect(await bench.phase(launch, 'ended')).toMatchObject({ exit: { code: 0 }, trouble: null })
    expect([bench.inProject('once.txt'), bench.inProject('always.txt'), bench.lastSent('request failed')]).toEqual([
      true,
      true,
      '',
    ])
  })

  test('also when the engine is another one by then', async () => {
    await opened('2.1.327')
    const launch = await bench.started('GO-BACK')
    await bench.ask('back.txt')
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    await bench.reopen()
    const asked = await bench.ask('back.txt')
    await wait(LONG_MS)
    expect(bench.row(launch).phase).toBe('working')
    expect((await bench.choose(asked.id, 'once')).outcome).toBe('answered')
    await bench.phase(launch, 'ended')
    expect([bench.inProject('back.txt'), bench.lastSent('request failed')]).toEqual([true, ''])
  })

  test.each(['2.1.327', '2.0.76'])('an agent in the background of %s works to its end', async (version) => {
    await opened(version)
    const launch = await bench.started('GO-HELD')
    await home.model.gates.reached('held-one')
    await bench.desk.until('its turn is over', () => bench.lastSent('async') !== '' || bench.lastSent('Async') !== '')
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    await wait(LONG_MS)
    expect(bench.row(launch)).toMatchObject({ phase: 'working', exit: null })
    home.model.gates.open('held-one')
    expect(await bench.phase(launch, 'ended')).toMatchObject({ exit: { code: 0 }, trouble: null })
    await bench.agent(launch, 'HELD-ONE', 'completed')
  })
})
