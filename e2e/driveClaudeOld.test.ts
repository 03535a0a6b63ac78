import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

let home: ClaudeStage
let bench: ClaudeBench

describe('Claude Code 2.0.76, started and steered', () => {
  beforeEach(async () => {
    home = await openClaudeStage('2.0.76')
    bench = new ClaudeBench(home, await home.open())
  })
  afterEach(() => home.close())

  test('an agent asks: allowed, denied, allowed for the run; then more words', async () => {
    const launch = await bench.started('LEAD-ASKER')
    const once = await bench.ask('once.txt')
    const inner = await bench.agent(launch, 'ASK-INNER', 'waiting')
    expect(once).toMatchObject({ key: inner.key, agent: inner.id, run: launch.run })
    expect((await bench.choose(once.id, 'once')).outcome).toBe('answered')
    const denied = await bench.ask('denied.txt')
    expect((await bench.choose(denied.id, 'deny', 'Not this one.')).outcome).toBe('answered')
    const always = await bench.ask('always.txt')
    expect([bench.inProject('once.txt'), bench.lastSent('Not this one.') !== '']).toEqual([true, true])
    const forRun = always.options.find(({ effect, note }) => effect === 'always' && note === 'for this run')
    expect((await bench.choose(always.id, forRun?.id ?? '')).outcome).toBe('answered')
    await bench.idle(launch)
    expect([bench.inProject('always.txt'), bench.inProject('denied.txt'), bench.desk.asks()]).toEqual([true, false, []])
    expect(bench.row(launch)).toMatchObject({ trouble: null, can: { stopAgent: expect.stringContaining('2.0.76') } })
    expect(await launchActs.send(launch, 'MORE')).toBeNull()
    await bench.desk.until('it goes on', () => bench.lastSent('MORE') !== '')
    await bench.idle(launch)
  })

  test('interrupted, ended, resumed, forked', async () => {
    const launch = await bench.started('WAIT-LONG')
    await home.model.gates.reached('wait-long')
    expect(await launchActs.interrupt(launch)).toBeNull()
    expect((await bench.idle(launch)).trouble).toBeNull()
    expect(await launchActs.send(launch, 'HELLO')).toBeNull()
    await bench.desk.until('it goes on', () => bench.lastSent('HELLO') !== '')
    await bench.idle(launch)
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    expect((await bench.phase(launch, 'ended')).exit).toMatchObject({ code: 0 })
    const run = bench.runOf(launch)
    const from = { run, key: null, at: null }
    const resumed = await bench.started('FURTHER', { origin: { how: 'resume', ...from } })
    await bench.idle(resumed)
    expect([resumed.run, bench.lastSent('FURTHER').includes('Hello to you.')]).toEqual([run, true])
    await launchActs.stop(resumed, 'now')
    await bench.phase(resumed, 'ended')
    const forked = await bench.finished('MORE', { origin: { how: 'fork', ...from } })
    expect([forked.run === run, bench.lastSent('MORE').includes('Gone further.')]).toEqual([false, true])
  })
})
