import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

let home: ClaudeStage
let bench: ClaudeBench

describe.each(['2.1.327', '2.0.76'])('two programs of ours over Claude Code %s', (version) => {
  beforeEach(async () => {
    home = await openClaudeStage(version)
    bench = new ClaudeBench(home, await home.open())
  })
  afterEach(() => home.close())

  test('what is answered in one is no longer asked in the other', async () => {
    const other = await home.open()
    const launch = await bench.started('LEAD-ASKER')
    const once = await bench.ask('once.txt')
    const run = bench.runOf(launch)
    const waiting = () => other.agent(run, ({ depth, phase }) => depth === 1 && phase === 'waiting')
    await other.until('the other sees it wait', () => other.asks().some(({ id }) => id === once.id) && waiting())
    expect((await bench.choose(once.id, 'once')).outcome).toBe('answered')
    const denied = await other.until('the next is asked there', () => other.asks().find(({ id }) => id !== once.id))
    const late = await other.desk.answerAsk(once.id, { kind: 'option', option: 'deny', message: null })
    expect([late.outcome, other.asks().map(({ id }) => id)]).toEqual(['already', [denied.id]])
    expect((await other.desk.answerAsk(denied.id, { kind: 'option', option: 'deny', message: null })).outcome).toBe('answered')
    const always = await bench.ask('always.txt')
    await bench.choose(always.id, 'always-0-run')
    await bench.idle(launch)
    await other.until('the other sees it idle', () => other.launch(launch.id).phase === 'idle' && other.asks().length === 0)
    await other.until('nobody waits there', () => waiting() === null && other.sight(run)?.row.phase !== 'waiting')
    expect(bench.written(launch).filter(({ type }) => type === 'control_response')).toHaveLength(3)
  })
})
