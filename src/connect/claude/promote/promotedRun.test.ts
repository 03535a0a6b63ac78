import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PromotionRequest } from '../../../core/promotion'
import { AgentKey, RunUri } from '../../../shared/ids'
import { totalTokens } from '../../../shared/totalTokens'
import type { AgentView } from '../../../shared/views'
import { loadRecording } from '../../../testing/recordings'
import { makeTemporaryRoot, type TemporaryRoot } from '../../../testing/temporaryRoot'
import { claudePromotion } from './claudePromotion'

const RUN = 'ce87e1a6-6795-46e9-86cf-7fa702592135'
const AGENT = 'a70f6463a0dd1c927'

let house: TemporaryRoot
let folder: string

beforeEach(() => {
  house = makeTemporaryRoot()
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'understory-start-')))
  house.add(loadRecording('2.1.327/nested'))
})

afterEach(async () => {
  await house.close()
  rmSync(folder, { recursive: true, force: true })
})

function request(): PromotionRequest {
  return {
    root: house.root,
    source: `projects/-home-dev-acme/${RUN}/subagents/agent-${AGENT}.jsonl`,
    run: RUN,
    agent: AGENT,
    agentType: null,
    description: null,
    at: null,
    openCalls: 'answer',
    folder,
    version: '2.1.327',
    isRunning: false,
    title: null,
    nowMs: Date.parse('2026-12-01T00:00:00.000Z'),
  }
}

async function promoted() {
  const made = await claudePromotion.promote(request())
  if (!made.ok) throw new Error(made.failure.message)
  return made.value
}

function reply(session: string, at: string, message: object, type: string): string {
  const common = { sessionId: session, isSidechain: false, cwd: folder, version: '2.1.327' }
  return `${JSON.stringify({ ...common, type, uuid: `own-${at}`, parentUuid: null, timestamp: at, requestId: `req-${at}`, message })}\n`
}

function shown(agent: AgentView | undefined, name: 'tools' | 'tokens' | 'elapsed' | 'errors'): number | null | undefined {
  switch (name) {
    case 'tokens':
      return agent && totalTokens(agent.usage.own)
    case 'elapsed':
      return agent?.durationMs
    default:
      return agent?.[name]
  }
}

describe('a promoted session', () => {
  it('is a run of its own that names the agent it came from, and nothing of that agent is its own work', async () => {
    const before = await (await house.open()).tree(RunUri.parse(`claude://${RUN}`))
    const { session } = await promoted()
    const engine = await house.open()
    const tree = await engine.tree(RunUri.parse(`claude://${session}`))
    if (!tree.ok || !before.ok) throw new Error('not shown')
    expect(tree.value).toMatchObject({
      forkedFrom: `claude://${RUN}/${AGENT}`,
      cwd: folder,
      live: false,
      totals: { agents: 0 },
      usage: { input: 0, output: 0, requests: 0 },
      problems: [],
      unplaced: [],
    })
    expect(tree.value.agents).toMatchObject([{ phase: 'completed', tools: 1, prompt: null, activity: 'Level one summary.' }])
    const rows = await engine.list({ provider: 'claude', project: null, liveOnly: false, limit: null })
    expect(rows.find((row) => row.id === session)).toMatchObject({
      forkedFrom: `claude://${RUN}/${AGENT}`,
      usage: { requests: 0 },
    })
    expect(await engine.tree(RunUri.parse(`claude://${RUN}`))).toEqual(before)
    const page = await engine.transcript(
      { run: RunUri.parse(tree.value.uri), key: AgentKey.parse(tree.value.root) },
      { before: null, limit: 50 },
    )
    for (const name of ['tools', 'tokens', 'elapsed', 'errors'] as const) {
      const explained = await engine.explain({ run: RunUri.parse(tree.value.uri), key: AgentKey.parse(tree.value.root) }, name)
      expect({ name, sum: explained.ok && explained.value.sum }).toEqual({ name, sum: shown(tree.value.agents[0], name) })
    }
    expect(page.ok && page.value.items.length).toBeGreaterThan(2)
  })

  it('counts what is said in it from then on, and a second one of the same agent is no relative', async () => {
    const first = await promoted()
    const second = await promoted()
    const usage = { input_tokens: 7, output_tokens: 3 }
    const message = {
      id: 'msg-own',
      role: 'assistant',
      model: 'claude-opus-4-5',
      content: [{ type: 'text', text: 'On.' }],
      stop_reason: 'end_turn',
      usage,
    }
    appendFileSync(first.file, reply(first.session, '2026-12-01T00:00:01.000Z', { role: 'user', content: 'Go on.' }, 'user'))
    appendFileSync(first.file, reply(first.session, '2026-12-01T00:00:02.000Z', message, 'assistant'))
    const engine = await house.open()
    const tree = await engine.tree(RunUri.parse(`claude://${first.session}`))
    expect(tree.ok && tree.value).toMatchObject({
      usage: { input: 7, output: 3, requests: 1 },
      forkedFrom: `claude://${RUN}/${AGENT}`,
      agents: [{ prompt: 'Go on.', phase: 'completed' }],
    })
    const other = await engine.tree(RunUri.parse(`claude://${second.session}`))
    expect(other.ok && other.value.forkedFrom).toBe(`claude://${RUN}/${AGENT}`)
  })

  it('has the id that its plan was shown with', async () => {
    const chosen = { ...request(), session: '5b1e0000-0000-4000-8000-00000000d02a' }
    const plan = await claudePromotion.plan(chosen)
    const made = await claudePromotion.promote(chosen)
    expect(plan.ok && plan.value.argv).toContain(chosen.session)
    expect(made).toMatchObject({ ok: true, value: { session: chosen.session, argv: plan.ok && plan.value.argv } })
  })
})
