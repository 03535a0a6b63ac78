import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launchActs } from '../src/engine/drive/launchActs'
import { untilGone } from '../test/harness/untilGone'
import { ClaudeBench } from './drive/claudeBench'
import { type ClaudeStage, openClaudeStage } from './drive/openClaudeStage'

let home: ClaudeStage
let bench: ClaudeBench

describe('Claude Code 2.1.327, started and steered', () => {
  beforeEach(async () => {
    home = await openClaudeStage('2.1.327')
    bench = new ClaudeBench(home, await home.open())
  })
  afterEach(() => home.close())

  test('grows its tree, every call a node within a second', async () => {
    const launch = await bench.started('GROW')
    const seenAt = new Map<string, number>()
    await bench.desk.until('four agents', () => {
      for (const { call } of launch.run ? (bench.desk.sight(launch.run)?.agents.values() ?? []) : [])
        if (call && !seenAt.has(call)) seenAt.set(call, Date.now())
      return seenAt.size === 4
    })
    await bench.idle(launch)
    for (const prompt of ['GROW-A', 'GROW-B', 'GROW-C', 'GROW-D']) await bench.agent(launch, prompt, 'completed')
    expect(bench.agentOf(launch, 'GROW-D')).toMatchObject({ parent: bench.agentOf(launch, 'GROW-A')?.key, depth: 2 })
    const calledAt = new Map(home.model.served.flatMap(({ at, calls }) => calls.map((call) => [call, at] as const)))
    const lateness = [...seenAt].map(([call, at]) => at - (calledAt.get(call) ?? 0))
    expect(lateness.filter((ms) => ms > 1000)).toEqual([])
    expect(bench.row(launch)).toMatchObject({ mode: 'default', trouble: null, title: 'GROW', exit: null })
  })

  test('a call is a node before any file of its agent, and the session’s output is among what speaks for its place', async () => {
    // The CLI waits for its hook between the call and the agent.
    const hook = { type: 'command', command: 'until [ -e go ]; do sleep 0.05; done' }
    const hooks = { PreToolUse: [{ matcher: 'Agent', hooks: [hook] }] }
    mkdirSync(home.workspace.root, { recursive: true })
    writeFileSync(join(home.workspace.root, 'settings.json'), JSON.stringify({ hooks }))
    const launch = await bench.started('EARLY')
    const node = await bench.desk.until('the node', () => launch.run && bench.desk.agent(launch.run, ({ depth }) => depth === 1))
    expect([node.description, node.id, bench.agentFiles()]).toEqual(['EARLY-ONE', null, []])
    writeFileSync(join(home.project, 'go'), '')
    await bench.agent(launch, 'EARLY-ONE', 'completed')
    await bench.idle(launch)
    const links = await bench.desk.engine.links(bench.runOf(launch))
    const evidence = links.ok ? links.value.flatMap((row) => row.evidence) : []
    expect(evidence.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['explicit', 'stream']))
    expect(evidence.find(({ kind }) => kind === 'stream')?.source?.path).toBe(`launched/${launch.record.process}`)
  })

  test('an agent two below asks: allowed, denied, allowed for the run', async () => {
    const launch = await bench.started('NEST-ASK')
    const once = await bench.ask('once.txt')
    const inner = await bench.desk.until('it waits', () =>
      bench.agentOf(launch, 'ASK-INNER', (agent) => agent.phase === 'waiting'),
    )
    expect(once).toMatchObject({ kind: 'permission', key: inner.key, run: launch.run, agent: inner.id, tool: 'Bash' })
    expect(inner).toMatchObject({ depth: 2, waitingFor: 'permission' })
    expect(bench.inProject('once.txt')).toBe(false)
    const both = await Promise.all([bench.choose(once.id, 'once'), bench.choose(once.id, 'deny')])
    expect(both.map(({ outcome }) => outcome)).toEqual(['answered', 'already'])
    const denied = await bench.ask('denied.txt')
    expect([bench.inProject('once.txt'), (await bench.choose(once.id, 'once')).outcome]).toEqual([true, 'already'])
    expect((await bench.choose(denied.id, 'deny', 'Not this one.')).outcome).toBe('answered')
    const always = await bench.ask('always.txt')
    expect(bench.lastSent('Not this one.')).toContain('denied.txt')
    const forRun = always.options.find(({ effect, note }) => effect === 'always' && note === 'for this run')
    expect((await bench.choose(always.id, forRun?.id ?? '')).outcome).toBe('answered')
    await bench.idle(launch)
    expect([bench.inProject('always.txt'), bench.inProject('denied.txt'), bench.desk.asks()]).toEqual([true, false, []])
    expect(bench.written(launch).map(({ type }) => type)).toEqual([
      'control_request',
      'user',
      'control_response',
      'control_response',
      'control_response',
    ])
  })

  test('a question and a plan', async () => {
    const launch = await bench.started('QUESTION')
    const question = await bench.ask('Which colour?')
    expect(question).toMatchObject({
      kind: 'question',
      questions: [{ id: 'Which colour?', options: [{ label: 'Blue' }, { label: 'Red' }] }],
    })
    expect(
      (await bench.desk.desk.answerAsk(question.id, { kind: 'answers', answers: { 'Which colour?': ['Blue'] } })).outcome,
    ).toBe('answered')
    await bench.idle(launch)
    expect(bench.lastSent('Which colour?')).toContain('Blue')
    const planning = await bench.started('MAKE-PLAN', { mode: 'plan' })
    const plan = await bench.ask('plan')
    expect(plan.kind).toBe('plan')
    expect((await bench.choose(plan.id, 'once')).outcome).toBe('answered')
    await bench.idle(planning)
    expect(bench.row(planning)).toMatchObject({ mode: 'default', trouble: null })
  })

  test('more words: idle, busy, taken back, interrupted, and again', async () => {
    const launch = await bench.started('HELLO')
    await bench.idle(launch)
    expect(await launchActs.send(launch, 'SLOW-TURN')).toBeNull()
    await home.model.gates.reached('slow-turn')
    expect(bench.row(launch)).toMatchObject({ phase: 'working', queued: [] })
    expect(await launchActs.send(launch, 'MORE words')).toBeNull()
    expect(await launchActs.send(launch, 'HELLO taken back')).toBeNull()
    const queued = await bench.desk.until('both wait', () => {
      const { queued } = bench.row(launch)
      return queued.length === 2 && queued
    })
    expect(queued.map(({ text }) => text)).toEqual(['MORE words', 'HELLO taken back'])
    expect(await launchActs.unqueue(launch, queued[1]?.id ?? '')).toBeNull()
    expect(bench.row(launch).queued.map(({ text }) => text)).toEqual(['MORE words'])
    home.model.gates.open('slow-turn')
    await bench.desk.until('the second turn', () => bench.lastSent('MORE words') !== '')
    await bench.idle(launch)
    expect(bench.lastSent('taken back')).toBe('')
    expect(await launchActs.send(launch, 'WAIT-LONG')).toBeNull()
    await home.model.gates.reached('wait-long')
    expect(await launchActs.interrupt(launch)).toBeNull()
    await bench.idle(launch)
    expect(bench.row(launch).trouble).toBeNull()
    expect(await launchActs.send(launch, 'MORE after that')).toBeNull()
    await bench.desk.until('it goes on', () => bench.lastSent('MORE after that') !== '')
    await bench.idle(launch)
  })

  test('one agent is stopped, its sibling and its parent go on', async () => {
    const launch = await bench.started('TWO-HELD')
    await Promise.all([home.model.gates.reached('held-one'), home.model.gates.reached('held-two')])
    const one = await bench.agent(launch, 'HELD-ONE', 'running')
    if (launch.run === null) throw new Error('no run')
    expect(await bench.desk.desk.stopAgent({ run: launch.run, key: one.key })).toBeNull()
    await bench.desk.until('it is stopped', () => bench.agentOf(launch, 'HELD-ONE', (agent) => agent.phase !== 'running'))
    expect(bench.agentOf(launch, 'HELD-TWO')?.phase).toBe('running')
    home.model.gates.open('held-two')
    await bench.idle(launch)
    expect(bench.agentOf(launch, 'HELD-TWO')?.phase).toBe('completed')
    expect(bench.lastSent('TWO-HELD')).toContain('Two was held.')
  })

  test('a plan is sent back, then a mode is chosen in which it writes unasked', async () => {
    const launch = await bench.started('MAKE-PLAN', { mode: 'plan' })
    const plan = await bench.ask('plan')
    expect((await bench.choose(plan.id, 'deny', 'Shorter, please.')).outcome).toBe('answered')
    await bench.idle(launch)
    expect([bench.row(launch).mode, bench.lastSent('Shorter, please.') === '']).toEqual(['plan', false])
    expect(await launchActs.setMode(launch, 'default')).toBeNull()
    expect(await launchActs.send(launch, 'WRITE-IT')).toBeNull()
    const write = await bench.ask('written.txt')
    expect(write).toMatchObject({ tool: 'Write', change: { before: '', after: 'written' } })
    expect((await bench.choose(write.id, 'halt')).outcome).toBe('answered')
    await bench.idle(launch)
    expect([bench.inProject('written.txt'), bench.row(launch).trouble]).toEqual([false, null])
    expect(await launchActs.setMode(launch, 'acceptEdits')).toBeNull()
    expect(bench.row(launch).mode).toBe('acceptEdits')
    expect(await launchActs.send(launch, 'WRITE-IT')).toBeNull()
    await bench.desk.until('it wrote', () => bench.inProject('written.txt'))
    await bench.idle(launch)
    expect(await launchActs.setMode(launch, 'bypassPermissions')).toContain('bypass')
  })

  test('an agent in the background asks when the turn is over', async () => {
    const launch = await bench.started('GO-BACK')
    const asked = await bench.ask('back.txt')
    const behind = await bench.agent(launch, 'BACK-ASKER', 'waiting')
    expect(asked).toMatchObject({ key: behind.key, agent: behind.id })
    expect((await bench.choose(asked.id, 'once')).outcome).toBe('answered')
    await bench.desk.until('its end is noted', () => bench.lastSent('It asked from behind.') !== '')
    await bench.idle(launch)
    expect(bench.inProject('back.txt')).toBe(true)
  })

  test('ended now, what its agents had started is gone too', async () => {
    const launch = await bench.started('RUN-LONG')
    const asked = await bench.ask('running.pid')
    await bench.choose(asked.id, 'once')
    const path = join(home.project, 'running.pid')
    await bench.desk.until('its shell runs', () => bench.inProject('running.pid') && readFileSync(path, 'utf8').trim() !== '')
    const since = Date.now()
    expect(await launchActs.stop(launch, 'now')).toBeNull()
    await untilGone(Number(readFileSync(path, 'utf8')))
    await untilGone(bench.row(launch).pid ?? 0)
    expect(Date.now() - since).toBeLessThan(10_000)
    expect(bench.row(launch)).toMatchObject({ phase: 'ended', trouble: null })
  })

  test('ends after its turn, or now', async () => {
    const first = await bench.started('HELLO')
    await bench.idle(first)
    const pid = bench.row(first).pid ?? 0
    expect(await launchActs.stop(first, 'finish')).toBeNull()
    await bench.phase(first, 'ended')
    expect(bench.row(first)).toMatchObject({ exit: { code: 0 }, trouble: null })
    await untilGone(pid)
    const second = await bench.started('WAIT-LONG')
    await home.model.gates.reached('wait-long')
    expect(await launchActs.stop(second, 'now')).toBeNull()
    await bench.phase(second, 'ended')
    await untilGone(bench.row(second).pid ?? 0)
  })
})
