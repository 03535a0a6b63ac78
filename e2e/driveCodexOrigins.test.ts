import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LiveLaunch } from '../src/engine/drive/LiveLaunch'
import { launchActs } from '../src/engine/drive/launchActs'
import type { LaunchOrigin } from '../src/shared/drive/launchWish'
import type { AgentKey, RunUri } from '../src/shared/ids'
import { fingerprint } from '../test/harness/fingerprint'
import { SECOND_RUNTIME_MODEL } from './codex/codexHome'
import { startExecRun } from './codex/execRun'
import { type CodexStage, openCodexStage } from './drive/openCodexStage'
import type { DriveStage } from './drive/openDriveStage'

let stage: CodexStage
let desk: DriveStage

const idle = (launch: LiveLaunch) => desk.until('it is idle', () => desk.launch(launch.id).phase === 'idle')

/** A run that was and is no more. */
async function ended(prompt: string, more: readonly string[] = [], model: string | null = null): Promise<RunUri> {
  const launch = await desk.start(stage.wish(prompt, { model }))
  for (const next of more) {
    await idle(launch)
    expect(await launchActs.send(launch, next)).toBeNull()
  }
  await idle(launch)
  await launchActs.stop(launch, 'now')
  const run = await desk.until('the run is named', () => launch.run)
  await desk.until('nobody holds it', () => desk.sight(run)?.row.live === false)
  return run
}

const from = (how: LaunchOrigin['how'], run: RunUri, key: AgentKey | null = null, at: number | null = null) =>
  stage.wish('FURTHER', { origin: { how, run, key, at } })

const keyOf = (run: RunUri, prompt: string): AgentKey => {
  const found = desk.agent(run, (agent) => agent.prompt?.includes(prompt) === true)
  if (!found) throw new Error(`no agent was asked ${prompt}`)
  return found.key
}

/** Kinds and texts of what the model was sent for the new prompt. */
function sentFurther(): string {
  const body = stage.sent.findLast(({ input }) => JSON.stringify(input).includes('FURTHER'))
  return JSON.stringify(body?.input ?? '')
}

function inOrder(text: string, parts: readonly string[]): readonly string[] {
  let at = 0
  return parts.filter((part) => {
    const found = text.indexOf(part, at)
    if (found >= 0) at = found + part.length
    return found < 0
  })
}

const rollouts = () =>
  new Map(Object.entries(fingerprint(join(stage.workspace.root, 'sessions'))).filter(([path]) => path.endsWith('.jsonl')))

function expectUntouched(before: ReadonlyMap<string, string>): void {
  const after = rollouts()
  expect([...before].filter(([path, print]) => after.get(path) !== print)).toEqual([])
}

/** Who the new run says it goes on from, to a desk that was never told. */
async function originAfterRestart(run: RunUri): Promise<string | null> {
  await desk.leave()
  desk = await stage.open()
  const row = await desk.until('it is found again', () => desk.sight(run)?.row)
  return row.forkedFrom
}

describe.each(['0.169.0', '0.105.0'])('Codex %s goes on', (version) => {
  beforeEach(async () => {
    stage = await openCodexStage(version)
    desk = await stage.open()
  })
  afterEach(() => stage.close())

  test('with a session that has ended, in the same thread', async () => {
    const run = await ended('HELLO')
    const launch = await desk.start(from('resume', run))
    await idle(launch)
    expect({ run: launch.run, missing: inOrder(sentFurther(), ['HELLO', 'Hello to you.', 'FURTHER']) }).toEqual({
      run,
      missing: [],
    })
    const again = await desk.desk.plan(from('resume', run))
    expect(again).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', offers: ['fork'] } })
  })

  test('from a copy, and from an agent, and leaves the originals alone', async () => {
    const run = await ended('GROW')
    const before = rollouts()
    const fork = await desk.start(from('fork', run))
    await idle(fork)
    expect(inOrder(sentFurther(), ['GROW', 'ONE: go.', 'TWO: go.', 'Grown.', 'FURTHER'])).toEqual([])
    const continued = await desk.start(from('continue', run, keyOf(run, 'ONE: go')))
    await idle(continued)
    const told = sentFurther()
    const parts = ['ONE: go.', 'DEEP-A: look.', 'DEEP-B: look.', 'Deep A is done.', 'One is done.', 'FURTHER']
    expect({ missing: inOrder(told, parts), strange: told.includes('TWO: go') }).toEqual({ missing: [], strange: false })
    expectUntouched(before)
    const own = continued.run as RunUri
    expect([fork.run === run, own === run]).toEqual([false, false])
    expect(await originAfterRestart(own)).toContain(run)
  })

  test('from a message on', async () => {
    const run = await ended('HELLO', ['MORE'])
    const page = await desk.engine.transcript({ run, key: null }, { before: null, limit: 50 })
    if (!page.ok) throw new Error(page.failure.message)
    const item = page.value.items.find(({ text }) => text.includes('Hello to you.'))
    const wish = from('fork', run, null, item?.n ?? -1)
    if (version === '0.105.0') {
      const refused = await desk.desk.plan(wish)
      return expect(refused).toMatchObject({
        ok: false,
        failure: { code: 'not_possible', message: expect.stringContaining('0.105') },
      })
    }
    const launch = await desk.start(wish)
    await idle(launch)
    const told = sentFurther()
    expect({ missing: inOrder(told, ['HELLO', 'Hello to you.', 'FURTHER']), strange: told.includes('More it is.') }).toEqual({
      missing: [],
      strange: false,
    })
  })

  test.runIf(version === '0.169.0')('from any item on', async () => {
    const run = await ended('HELLO', ['MORE'])
    const page = await desk.engine.transcript({ run, key: null }, { before: null, limit: 50 })
    const items = page.ok ? page.value.items : []
    const prompts = items.filter(({ kind }) => kind === 'prompt')
    expect(prompts.map(({ text }) => text)).toEqual(['HELLO', 'MORE'])
    for (const { n } of items) expect(await desk.desk.plan(from('fork', run, null, n))).toMatchObject({ ok: true })
    await idle(await desk.start(from('fork', run, null, prompts[0]?.n ?? -1)))
    // Whole turns come along.
    expect(inOrder(sentFurther(), ['HELLO', 'Hello to you.', 'FURTHER'])).toEqual([])
    expect(sentFurther()).not.toContain('MORE')
  })

  test.runIf(version === '0.169.0')('from a message of an agent on', async () => {
    const run = await ended('GROW')
    const key = keyOf(run, 'ONE: go')
    const page = await desk.engine.transcript({ run, key }, { before: null, limit: 50 })
    if (!page.ok) throw new Error(page.failure.message)
    const item = page.value.items.find(({ text }) => text.includes('One is done.'))
    const launch = await desk.start(from('continue', run, key, item?.n ?? -1))
    await idle(launch)
    expect(inOrder(sentFurther(), ['ONE: go.', 'Deep B is done.', 'One is done.', 'FURTHER'])).toEqual([])
  })

  test.runIf(version === '0.169.0')('from an agent of the second runtime', async () => {
    const run = await ended('V2-TREE', [], SECOND_RUNTIME_MODEL)
    const before = rollouts()
    const key = await desk.until('its agent is there', () => desk.agent(run, ({ depth }) => depth === 1)?.key)
    const refused = await desk.desk.plan(from('resume', run, key))
    expect(refused).toMatchObject({ ok: false, failure: { code: 'not_possible', offers: ['continue'] } })
    const launch = await desk.start(from('continue', run, key))
    await idle(launch)
    expect(inOrder(sentFurther(), ['V2-FACTS', 'echo v2-facts', 'Facts are done.', 'FURTHER'])).toEqual([])
    expectUntouched(before)
  })

  test('never beside another program', async () => {
    const run = await ended('HELLO')
    const resume = from('resume', run)
    expect((await desk.desk.plan(resume)).ok).toBe(true)
    const id = run.slice('codex://'.length)
    const { program } = startExecRun(stage.outside, 'resume', id, 'SLOW-TURN')
    await stage.model.gates.reached('slow-turn')
    const before = rollouts()
    const [path = ''] = [...before.keys()].filter((name) => name.includes(id))
    const read = () => readFileSync(join(stage.workspace.root, 'sessions', path), 'utf8')
    const begun = read()
    const refused = await desk.desk.start(resume)
    expect(refused).toMatchObject({ ok: false, failure: { code: 'live_elsewhere', owner: { pid: program.pid } } })
    if (refused.ok) throw new Error('it was refused')
    expect(refused.failure.offers).toContain('fork')
    const fork = await desk.start(from('fork', run))
    await idle(fork)
    expect(sentFurther()).toContain('Hello to you.')
    // The program beside it may still put down the beginning of its turn, and nobody anything else.
    before.delete(path)
    expectUntouched(before)
    stage.model.gates.open('slow-turn')
    expect(await program.ended).toBe(0)
    const text = read()
    expect(text.startsWith(begun)).toBe(true)
    expect([text.includes('The slow turn is over.'), text.includes('FURTHER')]).toEqual([true, false])
  })
})
