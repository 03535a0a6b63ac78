import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { AgentView } from '../src/shared/views'
import { untilGone } from '../test/harness/untilGone'
import { SECOND_RUNTIME_MODEL } from './codex/codexHome'
import type { CodexStage } from './drive/openCodexStage'
import { openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'

let stage: CodexStage
let desk: DriveStage

const started = (prompt: string, mode: string): Promise<LiveLaunch> => desk.start(stage.wish(prompt, { mode }))

const idle = (launch: LiveLaunch) => desk.until('it is idle', () => desk.launch(launch.id).phase === 'idle')

function agentOf(launch: LiveLaunch, prompt: string, test: (agent: AgentView) => boolean = () => true): AgentView | null {
  return launch.run && desk.agent(launch.run, (agent) => agent.prompt?.includes(prompt) === true && test(agent))
}

const until = (launch: LiveLaunch, prompt: string, phase: string) =>
  desk.until(`${prompt} is ${phase}`, () => agentOf(launch, prompt, (agent) => agent.phase === phase))

const ask = (what: string) => desk.until(`it asks for ${what}`, () => desk.asks().find(({ detail }) => detail.includes(what)))

const choose = (id: string, option: string) => desk.desk.answerAsk(id, { kind: 'option', option, message: null })

const inProject = (name: string): boolean => existsSync(join(stage.project, name))

/** What the model was last sent that holds this. */
const lastSent = (text: string): string =>
  stage.sent.map((body) => JSON.stringify(body.input)).findLast((body) => body.includes(text)) ?? ''

describe.each(['0.169.0', '0.105.0'])('Codex %s, started and steered', (version) => {
  beforeEach(async () => {
    stage = await openCodexStage(version)
    desk = await stage.open()
  })
  afterEach(() => stage.close())

  test('grows its tree, every call a node within a second', async () => {
    const launch = await started('GROW', 'full')
    const settings = readFileSync(join(stage.workspace.root, 'config.toml'), 'utf8')
    const seenAt = new Map<string, number>()
    // An agent whose own record is read before its call goes by another name until then.
    const called = () => [...seenAt].filter(([key]) => stage.calledAt.has(key))
    await desk.until('five calls', () => {
      for (const key of launch.run ? (desk.sight(launch.run)?.agents.keys() ?? []) : [])
        if (!seenAt.has(key)) seenAt.set(key, Date.now())
      return called().length === 5
    })
    await idle(launch)
    for (const prompt of ['ONE', 'TWO', 'THREE', 'DEEP-A', 'DEEP-B']) await until(launch, prompt, 'completed')
    // Whether the folder is trusted is a person’s word.
    expect(readFileSync(join(stage.workspace.root, 'config.toml'), 'utf8')).toBe(settings)
    expect(agentOf(launch, 'DEEP-A')).toMatchObject({ parent: agentOf(launch, 'ONE')?.key, depth: 2 })
    expect(launch.run && desk.sight(launch.run)?.agents.size).toBe(6)
    expect(called().filter(([key, at]) => at - (stage.calledAt.get(key) ?? 0) > 1000)).toEqual([])
    expect(desk.launch(launch.id)).toMatchObject({ model: 'gpt-5.4', mode: 'full', trouble: null, title: 'GROW' })
  })

  test('an agent two below asks: allowed, denied, allowed for good', async () => {
    const launch = await started('NEST-ASK', 'ask')
    const once = await ask('once.txt')
    const deep = await desk.until('it waits', () => agentOf(launch, 'ASK-DEEP', ({ phase }) => phase === 'waiting'))
    expect(once).toMatchObject({ kind: 'permission', key: deep.key, run: launch.run, reason: 'Needs to be outside.' })
    expect(deep).toMatchObject({ depth: 2, waitingFor: 'permission' })
    expect(inProject('once.txt')).toBe(false)
    const both = await Promise.all([choose(once.id, 'accept'), choose(once.id, 'decline')])
    expect(both.map(({ outcome }) => outcome)).toEqual(['answered', 'already'])
    const denied = await ask('denied.txt')
    expect([inProject('once.txt'), (await choose(once.id, 'accept')).outcome]).toEqual([true, 'already'])
    const reason = { kind: 'option', option: 'decline', message: 'NOT-THIS-ONE, take another.' } as const
    expect((await desk.desk.answerAsk(denied.id, reason)).outcome).toBe('answered')
    const always = await ask('always.txt')
    expect(lastSent('ASK-DEEP: ask')).toMatch(/(rejected|denied|declined).*NOT-THIS-ONE/i)
    const forGood = always.options.find(({ effect }) => effect === 'always')
    expect((await choose(always.id, forGood?.id ?? 'none')).outcome).toBe('answered')
    await until(launch, 'ASK-DEEP', 'completed')
    await idle(launch)
    expect([inProject('denied.txt'), inProject('always.txt'), desk.asks().length]).toEqual([false, true, 0])
    const answers = (await launch.held?.written())?.filter(({ line }) => line.includes('"result"')) ?? []
    expect(answers).toHaveLength(3)
  })

  test('a denial that ends the turn, and a patch', async () => {
    const launch = await started('HALT-ME', 'ask')
    expect((await choose((await ask('halted.txt')).id, 'cancel')).outcome).toBe('answered')
    await idle(launch)
    expect([inProject('halted.txt'), lastSent('HALT-ME').includes('function_call_output')]).toEqual([false, false])
    const other = await started('PATCH-IT', 'read-only')
    const patch = await ask('patched')
    expect(patch).toMatchObject({ tool: 'Edit', launch: other.id })
    expect((await choose(patch.id, 'accept')).outcome).toBe('answered')
    await idle(other)
    expect(inProject('patched.txt')).toBe(true)
  })

  test('a question is answered', async () => {
    const launch = await started('Ask me which colour.', 'plan')
    const asked = await desk.until('it asks', () => desk.asks()[0])
    expect(asked).toMatchObject({ kind: 'question', agent: null, questions: [{ text: 'Which colour?' }] })
    await desk.until('it waits', () => launch.run && desk.sight(launch.run)?.row.phase === 'waiting')
    const answer = await desk.desk.answerAsk(asked.id, { kind: 'answers', answers: { colour: ['Blue'] } })
    expect(answer.outcome).toBe('answered')
    await idle(launch)
    expect(lastSent('Ask me which colour.')).toContain('Blue')
  })

  test.runIf(version === '0.169.0')('an agent of the second runtime asks, another is stopped', async () => {
    const launch = await desk.start(stage.wish('V2-ASK: go.', { mode: 'ask', model: SECOND_RUNTIME_MODEL }))
    const asked = await ask('v2-asked.txt')
    const asker = await desk.until(
      'it waits',
      () => launch.run && desk.agent(launch.run, ({ phase, depth }) => depth === 1 && phase === 'waiting'),
    )
    expect(asked.key).toBe(asker.key)
    expect((await choose(asked.id, 'accept')).outcome).toBe('answered')
    await stage.model.gates.reached('v2-slow')
    const slow = await desk.until(
      'it runs',
      () =>
        launch.run && desk.agent(launch.run, ({ phase, depth, key }) => depth === 1 && key !== asker.key && phase === 'running'),
    )
    expect(inProject('v2-asked.txt')).toBe(true)
    if (!launch.run) throw new Error('it has agents')
    expect(await desk.desk.stopAgent({ run: launch.run, key: slow.key })).toBeNull()
    await desk.until(
      'it was stopped',
      () => launch.run && desk.agent(launch.run, ({ key, phase }) => key === slow.key && phase === 'interrupted'),
    )
    stage.model.gates.open('v2-end')
    await idle(launch)
    expect(lastSent('V2-ASK: go.')).toMatch(/root.slow/)
  })

  test.runIf(version === '0.169.0')('leaves the mode that only plans', async () => {
    const launch = await started('HELLO', 'plan')
    await idle(launch)
    expect(await launchActs.setMode(launch, 'ask')).toBeNull()
    expect(desk.launch(launch.id).mode).toBe('ask')
    expect(await launchActs.send(launch, 'HALT-ME')).toBeNull()
    expect((await choose((await ask('halted.txt')).id, 'accept')).outcome).toBe('answered')
    await idle(launch)
    expect(inProject('halted.txt')).toBe(true)
    const said = (await launch.held?.written())?.filter(({ line }) => line.includes('"turn/start"')) ?? []
    expect(said.map(({ line }) => line.includes('"mode":"plan"'))).toEqual([true, false])
  })

  test('goes on with what it is told, when idle, when busy, after an interrupt', async () => {
    const launch = await started('HELLO', 'full')
    await idle(launch)
    expect(await launchActs.send(launch, 'MORE')).toBeNull()
    await idle(launch)
    expect(lastSent('MORE')).toContain('Hello to you.')
    expect(await launchActs.send(launch, 'SLOW-TURN')).toBeNull()
    await stage.model.gates.reached('slow-turn')
    expect(desk.launch(launch.id).phase).toBe('working')
    expect(await launchActs.send(launch, 'STEER-ME')).toBeNull()
    expect(await launchActs.unqueue(launch, 'any')).toContain('at once')
    stage.model.gates.open('slow-turn')
    await idle(launch)
    expect(lastSent('STEER-ME')).toContain('SLOW-TURN')
    expect(await launchActs.send(launch, 'WAIT-LONG')).toBeNull()
    await stage.model.gates.reached('wait-long')
    expect(await launchActs.interrupt(launch)).toBeNull()
    await idle(launch)
    expect(await launchActs.interrupt(launch)).toContain('othing is running')
    expect(await launchActs.send(launch, 'HELLO')).toBeNull()
    await idle(launch)
    expect(lastSent('WAIT-LONG')).toContain('Steered.')
  })

  test('one agent is stopped, its sibling and its parent go on', async () => {
    const launch = await started('TWO-HELD', 'full')
    await Promise.all([stage.model.gates.reached('held-one'), stage.model.gates.reached('held-two')])
    const one = await until(launch, 'HELD-ONE', 'running')
    if (!launch.run) throw new Error('it has agents')
    expect(await desk.desk.stopAgent({ run: launch.run, key: one.key })).toBeNull()
    await until(launch, 'HELD-ONE', 'interrupted')
    expect(agentOf(launch, 'HELD-TWO')?.phase).toBe('running')
    stage.model.gates.open('held-two')
    await until(launch, 'HELD-TWO', 'completed')
    await idle(launch)
    expect(lastSent('TWO-HELD')).toContain('Two was held.')
  })

  test('an agent is stopped with the one that works below it, the other branch goes on', async () => {
    const launch = await started('TWO-BRANCHES', 'full')
    const { gates } = stage.model
    await Promise.all([gates.reached('step-lead'), gates.reached('held-two')])
    gates.open('step-lead')
    await gates.reached('step-deep')
    const lead = await until(launch, 'STEP-LEAD', 'running')
    const deep = await until(launch, 'STEP-DEEP', 'running')
    expect(deep.parent).toBe(lead.key)
    if (!launch.run) throw new Error('it has agents')
    expect(await desk.desk.stopAgent({ run: launch.run, key: lead.key })).toBeNull()
    for (const stopped of ['STEP-LEAD', 'STEP-DEEP']) await until(launch, stopped, 'interrupted')
    expect(agentOf(launch, 'HELD-TWO')?.phase).toBe('running')
    gates.open('step-deep')
    gates.open('held-two')
    await until(launch, 'HELD-TWO', 'completed')
    await idle(launch)
    expect(lastSent('TWO-BRANCHES')).toContain('Two was held.')
    for (const stopped of ['STEP-LEAD', 'STEP-DEEP']) expect(agentOf(launch, stopped)?.phase).toBe('interrupted')
  })

  test('is stopped when its turn is over, and at once, with all it started', async () => {
    const launch = await started('SLOW-TURN', 'full')
    await stage.model.gates.reached('slow-turn')
    const { pid } = desk.launch(launch.id)
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    expect(await launchActs.send(launch, 'MORE')).toContain('it ends when')
    stage.model.gates.open('slow-turn')
    await desk.until('it has ended', () => desk.launch(launch.id).phase === 'ended')
    await until(launch, 'SLOW-TURN', 'completed')
    expect(desk.launch(launch.id)).toMatchObject({ exit: { code: 0 }, trouble: null })
    const other = await started('RUN-LONG', 'full')
    await desk.until('it runs a command', () => inProject('running.pid'))
    const otherPid = desk.launch(other.id).pid
    expect(await launchActs.stop(other, 'now')).toBeNull()
    await desk.until('it has ended', () => desk.launch(other.id).phase === 'ended')
    for (const each of [pid, otherPid]) await untilGone(each ?? 0)
    await desk.until('nobody works', () => other.run && desk.sight(other.run)?.row.live === false)
  })
})
