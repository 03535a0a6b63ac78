import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { RunUri } from '../src/shared/ids'
import { type DriveSteps, driveSteps, originOf } from './drive/driveSteps'
import { rowsOf } from './drive/openCodeRows'
import type { DriveStage } from './drive/openDriveStage'
import { type OpenCodeStage, openOpenCodeStage } from './drive/openOpenCodeStage'

describe('opencode 1.18.34, driven', () => {
  let home: OpenCodeStage
  let stage: DriveStage
  let steps: DriveSteps
  let grown: RunUri
  let asked: RunUri

  beforeAll(async () => {
    home = await openOpenCodeStage('1.18.34')
    stage = await home.open()
    steps = driveSteps(stage)
  })

  afterAll(async () => {
    await home?.close()
  })

  const isThere = (name: string): boolean => existsSync(join(home.project, name))
  const lastSent = (): string => JSON.stringify(home.sent.at(-1)?.messages)
  const stored = (run: RunUri): string =>
    rowsOf(join(home.workspace.root, 'opencode', 'opencode.db'), run.slice('opencode://'.length))
  const begun = async (prompt: string): Promise<{ launch: LiveLaunch; run: RunUri }> => {
    const launch = await stage.start(home.wish(prompt))
    return { launch, run: await steps.runOf(launch) }
  }
  const said = (run: RunUri, words: string): Promise<unknown> =>
    stage.until(
      `"${words}"`,
      () => home.sent.some(({ messages }) => JSON.stringify(messages).includes(words)) && stage.sight(run),
    )

  test('a tree grows: three beside each other, nested two deep; our server is a channel like any other', async () => {
    const { launch, run } = await begun('GROW the tree')
    grown = run
    await stage.until('five agents at their end', () => {
      const agents = [...(stage.sight(run)?.agents.values() ?? [])]
      return agents.length === 5 && agents.every((one) => one.phase === 'completed')
    })
    await steps.phase(launch, 'idle')
    const depths = [...(stage.sight(run)?.agents.values() ?? [])].map(({ depth }) => depth)
    expect(depths.sort()).toEqual([0, 1, 1, 1, 2])
    expect(stage.launch(launch.id)).toMatchObject({ trouble: null, model: 'mock-large', can: { send: null, stop: null } })
    const channel = await stage.until('our server is heard', () =>
      stage.engine.channels().find((one) => one.state === 'connected'),
    )
    expect(channel.name).not.toContain(':4096')
    expect(stage.engine.channels()).toHaveLength(1)
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    await steps.phase(launch, 'ended')
    expect(stage.launch(launch.id).trouble).toBeNull()
  })

  test('a nested agent asks: once, denied with a reason, for good; nobody answers twice', async () => {
    const { launch, run } = await begun('NEST-ASK')
    asked = run
    const once = await steps.ask(launch)
    expect(once).toMatchObject({ kind: 'permission', tool: 'bash', detail: 'touch once.txt', run, isCut: false })
    const asking = await steps.agent(run, 'the agent that asks waits', (one) => one.key === once.key && one.phase === 'waiting')
    expect(asking).toMatchObject({ depth: 2, type: 'careful', id: once.agent })
    expect(isThere('once.txt')).toBe(false)
    const both = await Promise.all([steps.option(once, 'once'), steps.option(once, 'once')])
    expect(both.sort()).toEqual(['already', 'answered'])
    const denied = await steps.ask(launch, (ask) => ask.detail.includes('denied'))
    expect(isThere('once.txt')).toBe(true)
    expect(await steps.option(once, 'reject')).toBe('already')
    expect(await steps.option(denied, 'once', 'words')).toBe('refused')
    expect(await steps.option(denied, 'reject', 'REASON: another name, please')).toBe('answered')
    const always = await steps.ask(launch, (ask) => ask.detail.includes('always'))
    expect(lastSent()).toContain('REASON: another name, please')
    expect(await steps.option(always, 'always')).toBe('answered')
    await steps.phase(launch, 'idle')
    expect([isThere('denied.txt'), isThere('always'), isThere('always-too')]).toEqual([false, true, true])
    expect(stage.asks()).toEqual([])
    await launchActs.stop(launch, 'now')
    await steps.phase(launch, 'ended')
    const second = await begun('NEST-ASK')
    await steps.option(await steps.ask(second.launch), 'reject', 'no')
    await steps.option(await steps.ask(second.launch, (ask) => ask.detail.includes('denied')), 'reject', 'no')
    // What was allowed for good is allowed to the project's other sessions too, as the option says.
    await steps.phase(second.launch, 'idle')
    await launchActs.stop(second.launch, 'now')
  })

  test('the root asks by the rules that it was started with; denied without a reason its turn ends', async () => {
    const launch = await stage.start(home.wish('WRITE-IT', { mode: 'ask' }))
    const ask = await steps.ask(launch)
    expect(ask).toMatchObject({ agent: null, detail: 'touch written.txt' })
    expect(await steps.option(ask, 'reject')).toBe('answered')
    await steps.phase(launch, 'idle')
    expect(isThere('written.txt')).toBe(false)
  })

  test('a mode holds for a session that goes on; one that only reads has sub-agents that only read', async () => {
    const { launch, run } = await begun('HELLO')
    await steps.phase(launch, 'idle')
    await launchActs.stop(launch, 'now')
    const asking = await stage.start(home.wish('WRITE-AGAIN', { mode: 'ask', origin: originOf('resume', run) }))
    expect(await steps.option(await steps.ask(asking), 'reject')).toBe('answered')
    await steps.phase(asking, 'idle')
    await launchActs.stop(asking, 'now')
    const reading = await stage.start(home.wish('LET-WRITE', { mode: 'read' }))
    await said(await steps.runOf(reading), 'Tried to write.')
    await steps.phase(reading, 'idle')
    expect([isThere('again.txt'), isThere('deep.txt')]).toEqual([false, false])
    await launchActs.stop(reading, 'now')
  })

  test('a question is answered in words that were offered', async () => {
    const { launch, run } = await begun('ASK-COLOUR')
    const ask = await steps.ask(launch)
    expect(ask).toMatchObject({ kind: 'question', questions: [{ text: 'Which colour?', isMultiple: false }] })
    await steps.agent(run, 'it waits', (one) => one.phase === 'waiting' && one.waitingFor === 'question')
    expect(await steps.answer(ask, { kind: 'answers', answers: { 0: ['Blue', 'Red'] } })).toBe('refused')
    expect(await steps.answer(ask, { kind: 'answers', answers: { 0: ['Blue'] } })).toBe('answered')
    await steps.phase(launch, 'idle')
    expect(lastSent()).toContain('Blue')
  })

  test('follow-ups, idle and busy; an interrupt, and on', async () => {
    const { launch, run } = await begun('HELLO')
    await steps.phase(launch, 'idle')
    expect(await launchActs.interrupt(launch)).toContain('nothing is running')
    expect(await launchActs.send(launch, 'SLOW-BUSY')).toBeNull()
    expect(stage.launch(launch.id).phase).toBe('working')
    await home.model.gates.reached('slow-busy')
    expect(await launchActs.send(launch, 'BESIDE-IT')).toBeNull()
    expect(await launchActs.unqueue(launch, 'any')).toContain('at once')
    home.model.gates.open('slow-busy')
    await said(run, 'BESIDE-IT')
    await steps.phase(launch, 'idle')
    expect(await launchActs.send(launch, 'SLOW-CUT')).toBeNull()
    await home.model.gates.reached('slow-cut')
    expect(await launchActs.interrupt(launch)).toBeNull()
    await steps.phase(launch, 'idle')
    expect(stage.launch(launch.id).trouble).toBeNull()
    expect(await launchActs.send(launch, 'MORE')).toBeNull()
    await steps.agent(run, 'its end', (one) => one.phase === 'completed')
    await steps.phase(launch, 'idle')
    expect(lastSent()).toContain('MORE')
  })

  test('one sub-agent is stopped alone: its sibling and its parent go on', async () => {
    const { launch, run } = await begun('TWO-HELD')
    await Promise.all(['held-one', 'held-two'].map((gate) => home.model.gates.reached(gate)))
    const one = await steps.agent(run, 'the first', (each) => each.description === 'Held one' && each.phase === 'running')
    expect(await stage.desk.stopAgent({ run, key: one.key })).toBeNull()
    await steps.agent(run, 'the first is over', (each) => each.key === one.key && !['running', 'waiting'].includes(each.phase))
    expect(stage.agent(run, (each) => each.description === 'Held two')?.phase).toBe('running')
    home.model.gates.open('held-two')
    await steps.phase(launch, 'idle')
    await steps.agent(run, 'its parent is through', (each) => each.depth === 0 && each.phase === 'completed')
    expect(stage.agent(run, (each) => each.description === 'Held two')?.phase).toBe('completed')
  })

  test('stop: when its turn is over, and at once', async () => {
    const { launch, run } = await begun('SLOW-FINISH')
    await home.model.gates.reached('slow-finish')
    expect(await launchActs.stop(launch, 'finish')).toBeNull()
    expect(stage.launch(launch.id).phase).toBe('working')
    home.model.gates.open('slow-finish')
    await steps.phase(launch, 'ended')
    await steps.agent(run, 'it is completed', (one) => one.phase === 'completed')
    const second = await begun('SLOW-STOP')
    await home.model.gates.reached('slow-stop')
    expect(await launchActs.stop(second.launch, 'now')).toBeNull()
    expect(stage.launch(second.launch.id)).toMatchObject({ phase: 'ended', trouble: null })
    await steps.agent(second.run, 'it is cut', (one) => ['interrupted', 'stopped', 'failed'].includes(one.phase))
  })

  test('an ended session is resumed, beside others of our server; a fork leaves it as it is', async () => {
    await stage.until('nobody works', () => stage.sight(grown)?.row.phase === 'completed')
    const launch = await stage.start(home.wish('FURTHER', { origin: originOf('resume', grown) }))
    expect(launch.run).toBe(grown)
    await steps.phase(launch, 'idle')
    expect(
      home.sent.some(
        ({ messages }) => JSON.stringify(messages).includes('Grown.') && JSON.stringify(messages).includes('FURTHER'),
      ),
    ).toBe(true)
    const again = await stage.desk.plan(home.wish('FURTHER', { origin: originOf('resume', grown) }))
    expect(again).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', offers: ['fork'] } })
    const before = stored(grown)
    const fork = await stage.start(home.wish('MORE', { origin: originOf('fork', grown) }))
    await steps.phase(fork, 'idle')
    expect(fork.run).not.toBe(grown)
    expect(stored(grown)).toBe(before)
    await launchActs.stop(launch, 'now')
  })

  test('from a sub-agent: a session of its own with all it said; the child itself as itself', async () => {
    const deep = await steps.agent(asked, 'the careful one', (one) => one.type === 'careful')
    const child = `opencode://${deep.id}` as RunUri
    const before = stored(child)
    const launch = await stage.start(home.wish('FURTHER', { origin: originOf('continue', asked, deep.key) }))
    const run = await steps.runOf(launch)
    await steps.phase(launch, 'idle')
    const told = home.sent.findLast(
      ({ messages, tools = [] }) => tools.length > 0 && JSON.stringify(messages).includes('FURTHER'),
    )
    const text = JSON.stringify(told?.messages)
    const order = ['ASK-DEEP', 'touch once.txt', 'touch denied.txt', 'REASON: another', 'mkdir always', 'Asked enough', 'FURTHER']
    expect(order.map((words) => text.indexOf(words)).every((at, n, all) => at > (all[n - 1] ?? 0))).toBe(true)
    expect(stored(child)).toBe(before)
    expect(run).not.toBe(asked)
    expect(stage.launch(launch.id).origin).toEqual({ run: asked, key: deep.key, how: 'continue' })
    await stage.until('it is through, and linked', () => {
      const row = stage.sight(run)?.row
      return row?.phase === 'completed' && row.forkedFrom === deep.uri
    })
    const itself = await stage.start(home.wish('MORE', { origin: originOf('resume', asked, deep.key) }))
    expect(itself.run).toBe(asked)
    await steps.phase(itself, 'idle')
    expect(stored(child)).toContain('More it is.')
    expect(JSON.parse(stored(child))[0][0].agent).toBe('careful')
  })

  test('from the middle of it: what comes after the chosen message stays behind', async () => {
    const deep = await steps.agent(asked, 'the careful one', (one) => one.type === 'careful')
    const page = await stage.engine.transcript({ run: asked, key: deep.key }, { before: null, limit: 100 })
    const items = page.ok ? page.value.items : []
    const at = items.find((item) => item.kind === 'tool' && JSON.stringify(item).includes('touch denied.txt'))?.n ?? -1
    const wish = home.wish('FURTHER from the middle', { origin: originOf('continue', asked, deep.key, at) })
    const launch = await stage.start(wish)
    await steps.phase(launch, 'idle')
    const told = home.sent.findLast(
      ({ messages, tools = [] }) => tools.length > 0 && JSON.stringify(messages).includes('from the middle'),
    )
    const text = JSON.stringify(told?.messages)
    expect(text).toContain('REASON: another')
    expect(text).not.toContain('mkdir always')
    const [prompt] = items
    const asPrompt = home.wish('FURTHER from its prompt', { origin: originOf('continue', asked, deep.key, prompt?.n ?? -1) })
    await steps.phase(await stage.start(asPrompt), 'idle')
    const short = home.sent.findLast(
      ({ messages, tools = [] }) => tools.length > 0 && JSON.stringify(messages).includes('from its prompt'),
    )
    const shortText = JSON.stringify(short?.messages)
    expect([prompt?.kind, shortText.includes('ASK-DEEP'), shortText.includes('touch once.txt')]).toEqual(['prompt', true, false])
    const terminal = await stage.desk.plan({ ...wish, way: 'terminal' })
    expect(terminal).toMatchObject({ ok: false, failure: { code: 'not_possible', advice: 'Choose Headless.' } })
  })

  test('told as text to a new session', async () => {
    const wish = home.wish('FURTHER by the book', { origin: originOf('render', asked) })
    const plan = await stage.desk.plan(wish)
    expect(plan.ok && plan.value.context?.messages).toBeGreaterThan(1)
    const launch = await stage.start(wish)
    await steps.phase(launch, 'idle')
    const told = home.sent.findLast(
      ({ messages, tools = [] }) => tools.length > 0 && JSON.stringify(messages).includes('by the book'),
    )
    expect(JSON.stringify(told?.messages)).toContain('The lead has asked.')
    expect(launch.run).not.toBe(asked)
    await stage.leave()
    stage = await home.open()
    expect(stage.launch(launch.id)).toMatchObject({ run: launch.run, origin: { run: asked, how: 'render' } })
    const rows = await stage.engine.list({ provider: null, project: null, liveOnly: false, limit: null })
    expect(rows.find(({ uri }) => uri === launch.run)?.forkedFrom).toBe(asked)
  })
})
