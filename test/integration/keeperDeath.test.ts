import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Held } from '../../src/engine/keeper/held'
import type { Keeper } from '../../src/engine/keeper/openKeeper'
import type { HeldId } from '../../src/shared/ids'
import { buildEngineProgram, EngineProgram } from '../harness/EngineProgram'
import { hearLines, keeperFile, keeperOptions, script, startHeld, untilState, withKeeperStage } from '../harness/keeperStage'
import { untilGone } from '../harness/untilGone'

const ECHO = `require('readline').createInterface({input: process.stdin}).on('line', (line) => console.log('heard ' + line))`
/** Goes on saying numbers until its input ends. */
const COUNT = `let n = 0; const timer = setInterval(() => console.log('n ' + n++), 2); process.stdin.resume().on('end', () => { clearInterval(timer); console.log('end of input') })`
const LONG_MS = '60000'

let folder: string
let program: string
beforeAll(async () => {
  // Inside the project, or its packages would not be found.
  const place = join(tmpdir(), 'understory-engine-')
  folder = mkdtempSync(place)
  program = await buildEngineProgram(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function heldOf(keeper: Keeper, id: HeldId): Promise<Held> {
  await keeper.list()
  const held = keeper.get(id)
  if (!held) throw new Error(`${id} is not among what was launched`)
  return held
}

test('the engine is killed: nothing is lost, and another one goes on', async () => {
  await withKeeperStage(async ({ home, open }) => {
    const engine = new EngineProgram(program, [home, LONG_MS, COUNT])
    const id = await engine.launched()
    await engine.end('SIGKILL')
    const keeper = await open()
    const held = await heldOf(keeper, id)
    expect(held.state().kind).toBe('running')
    expect(held.sent().map((line) => line.text)).toEqual(['from the first engine\n'])
    const lines = hearLines(held)
    for (let n = 0; n < 200; n++) expect(await lines.next()).toBe(`n ${n}`)
    lines.stop()
    const rest = hearLines(held, lines.reached)
    expect(await rest.next()).toBe(`n ${lines.all.length}`)
    expect((await held.write('still there')).ok).toBe(true)
    await held.endInput()
    await rest.ended
    expect(rest.all.at(-1)).toBe('end of input')
    expect(await held.exited).toMatchObject({ kind: 'ended', code: 0 })
  })
})

test('the keeper is killed: what it held ends by itself, and is shown as it is', async () => {
  await withKeeperStage(async ({ open, keeperPid }) => {
    const keeper = await open()
    const counting = await startHeld(keeper, script(COUNT))
    const lines = hearLines(counting)
    await lines.next()
    const stays = await startHeld(
      keeper,
      script(`process.on('SIGHUP', () => {}); setInterval(() => {}, 1000); console.log('up')`),
    )
    await hearLines(stays).next()
    process.kill(keeperPid(), 'SIGKILL')
    expect(await counting.exited).toEqual({ kind: 'ended_unseen' })
    await lines.ended
    expect(lines.all.at(-1)).toBe('end of input')
    const state = await untilState(keeper, stays, 'unsupervised')
    expect(await stays.write('x')).toMatchObject({ ok: false, failure: { code: 'not_held' } })
    // A later engine, and a later keeper, know no better.
    const later = await open()
    expect((await heldOf(later, stays.id)).state()).toEqual(state)
    const fresh = await startHeld(later, script(ECHO))
    expect(fresh.state().kind).toBe('running')
    expect((await heldOf(later, stays.id)).state()).toEqual(state)
    expect(await stays.stop({ stepMs: 300 })).toEqual({ ok: true, value: undefined })
    expect(await stays.exited).toEqual({ kind: 'ended_unseen' })
  })
})

test('nobody comes back: everything is ended, and its state says why', async () => {
  await withKeeperStage(async ({ home, open }) => {
    const engine = new EngineProgram(program, [home, '200', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`])
    const id = await engine.launched()
    const { pid } = keeperFile(home)
    await engine.end('SIGKILL')
    // It ends when it has held nothing for a while; nobody connects meanwhile.
    await untilGone(pid)
    const held = await heldOf(await open(), id)
    expect(await held.exited).toMatchObject({ kind: 'ended', signal: 'SIGKILL', because: 'the app was gone' })
  })
})

test('what is to be kept goes on though nobody comes back for long', async () => {
  await withKeeperStage(async ({ home, open }) => {
    const keeping = new EngineProgram(program, [home, '50', ECHO, '', 'kept'])
    const keptId = await keeping.launched()
    const other = new EngineProgram(program, [home, '50', ECHO])
    const otherId = await other.launched()
    await keeping.end('SIGKILL')
    await other.end('SIGKILL')
    const state = join(home, 'launches', otherId, 'state.json')
    await untilGone(JSON.parse(readFileSync(state, 'utf8')).pid)
    const keeper = await open()
    const kept = await heldOf(keeper, keptId)
    expect([kept.state().kind, kept.isKept]).toEqual(['running', true])
    expect((await heldOf(keeper, otherId)).state()).toMatchObject({ kind: 'ended', because: 'the app was gone' })
    // Thought better of: it ends like any other.
    expect((await kept.keep(false)).ok).toBe(true)
    const later = await open({ graceMs: 0 })
    await Promise.all([keeper.close('leave'), later.close('leave')])
    await untilGone(JSON.parse(readFileSync(state.replace(otherId, keptId), 'utf8')).pid)
  })
})

test('the keeper is stopped: nobody waits for it, all is told, and when it goes on all works again', async () => {
  await withKeeperStage(async ({ open, keeperPid }) => {
    const keeper = await open()
    const held = await startHeld(keeper, script(ECHO))
    const sleeper = await startHeld(keeper, script('setInterval(() => {}, 1000)'))
    const pid = keeperPid()
    process.kill(pid, 'SIGSTOP')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toMatch(/\) T /)
    const words = expect.stringMatching(new RegExp(`process ${pid}\\) does not answer.*kill -CONT ${pid}`))
    const fault = { ok: false, failure: { code: 'keeper_unreachable', message: words } }
    // Whoever is there, and whoever comes.
    for (const one of [keeper, await open()]) {
      expect(await one.start(script(`require('fs').writeFileSync('never', '')`))).toMatchObject(fault)
      await one.list()
      expect([one.trouble(), one.get(held.id)?.state().kind]).toEqual([words, 'unsupervised'])
    }
    expect(await held.write('lost')).toMatchObject(fault)
    // A person’s stop reaches it all the same.
    expect((await sleeper.stop({ stepMs: 300 })).ok).toBe(true)
    process.kill(pid, 'SIGCONT')
    await untilState(keeper, held, 'running')
    expect(keeper.trouble()).toBeNull()
    expect((await held.write('back')).ok).toBe(true)
    expect(await hearLines(held).next()).toBe('heard back')
    const states = (await keeper.list()).map((one) => one.state().kind)
    expect(states).toEqual(['running', 'ended'])
  })
})

test('an engine that leaves on purpose keeps, stops, or says nothing', async () => {
  await withKeeperStage(async ({ home, open }) => {
    const kept = new EngineProgram(program, [home, '0', ECHO, 'keep'])
    const keptId = await kept.launched()
    await kept.end()
    const left = new EngineProgram(program, [home, '0', ECHO, 'leave'])
    const leftId = await left.launched()
    await left.end()
    const keeper = await open()
    const [keptHeld, leftHeld] = [await heldOf(keeper, keptId), await heldOf(keeper, leftId)]
    expect(await leftHeld.exited).toMatchObject({ kind: 'ended', because: 'the app was gone' })
    expect([keptHeld.state().kind, keptHeld.isKept]).toEqual(['running', true])
    // Its own only, while we are here.
    const stopped = new EngineProgram(program, [home, '0', ECHO, 'stop'])
    const stoppedHeld = await heldOf(keeper, await stopped.launched())
    await stopped.end()
    expect(await stoppedHeld.exited).toMatchObject({ kind: 'ended', because: 'the app was closed' })
    expect(keptHeld.state().kind).toBe('running')
    const { pid } = keeperFile(home)
    await keeper.close('stop', 300)
    await untilGone(pid)
    const after = await heldOf(await open(), keptId)
    expect(after.state()).toMatchObject({ kind: 'ended', because: 'the app was closed' })
  })
})

test('an engine that sleeps is not gone', async () => {
  await withKeeperStage(async ({ home, open }) => {
    const engine = new EngineProgram(program, [home, '50', ECHO])
    const id = await engine.launched()
    engine.child.kill('SIGSTOP')
    const watcher = await open({ graceMs: 50 })
    const held = await heldOf(watcher, id)
    await watcher.close('leave')
    // By the time that a crash with the same grace has been tidied up, a sleep would have been too.
    const crashedHome = join(home, 'crashed')
    mkdirSync(crashedHome)
    const crashed = new EngineProgram(program, [crashedHome, '50', ECHO])
    const state = join(crashedHome, 'launches', await crashed.launched(), 'state.json')
    await crashed.end('SIGKILL')
    await untilGone(JSON.parse(readFileSync(state, 'utf8')).pid)
    engine.child.kill('SIGCONT')
    const again = await open()
    const still = await heldOf(again, held.id)
    expect(still.state().kind).toBe('running')
    await still.write('awake')
    const lines = hearLines(still)
    expect([await lines.next(), await lines.next()]).toEqual(['heard from the first engine', 'heard awake'])
    await engine.end('SIGKILL')
  })
})

test('two engines see the same, and ten that start at once meet one keeper', async () => {
  await withKeeperStage(async ({ home, open }) => {
    mkdirSync(home, { recursive: true })
    const engines = Array.from({ length: 10 }, () => new EngineProgram(program, [home, LONG_MS, ECHO]))
    const ids = await Promise.all(engines.map((engine) => engine.launched()))
    const [one, other] = [await open(), await open()]
    for (const keeper of [one, other]) {
      const running = (await keeper.list()).filter((held) => held.state().kind === 'running')
      expect(running.map((held) => held.id).sort()).toEqual([...ids].sort())
    }
    // One that came second is still on its way out.
    await expect.poll(() => keepersOf(home)).toEqual([keeperFile(home).pid])
    const seen = other.get(ids[0]!)!
    await one.get(ids[0]!)!.stop({ stepMs: 300 })
    expect(await seen.exited).toMatchObject({ kind: 'ended' })
    const news = new Promise<Held>((resolve) => {
      other.onChange((change) => {
        if (change.kind === 'changed' && !ids.includes(change.held.id)) resolve(change.held)
      })
    })
    const mine = await startHeld(one, script(ECHO))
    expect((await news).id).toBe(mine.id)
    for (const engine of engines) await engine.end('SIGKILL')
  })
})

/** Processes whose command names this home. */
function keepersOf(home: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return words.includes('--understory-keeper') && words.includes(home)
    } catch {
      return false
    }
  })
}

test('a keeper that holds nothing ends, and the next launch starts another', async () => {
  await withKeeperStage(async ({ home, open }) => {
    const { howToStart } = keeperOptions(home)
    const hurried = { ...howToStart, env: { ...howToStart.env, UNDERSTORY_KEEPER_IDLE_MS: '50' } }
    const keeper = await open({ howToStart: hurried })
    const first = await startHeld(keeper, script(''))
    const { pid } = keeperFile(home)
    await first.exited
    await untilGone(pid)
    const second = await startHeld(keeper, script(''))
    expect(await second.exited).toMatchObject({ kind: 'ended', code: 0 })
    expect((await keeper.list()).map((held) => held.id)).toEqual([first.id, second.id])
  })
})
