import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { conversationFaults } from '../../src/testing/conversationFaults'
import { readPromoted } from '../../src/testing/readPromoted'
import { withWorkspace } from '../../test/harness/workspace'
import { compacting, forking, killed, promotable } from '../../test/mocks/anthropic/promotionScenarios'
import { installCli } from '../installCli'
import { type ClaudePlan, type ClaudeSession, withClaude } from '../withClaude'
import { goOn, mainTranscript, originalsOf, promoteIn, transcriptOf } from './goOn'
import { inAnyOrder, spokenIn } from './spokenIn'

const VERSIONS = [
  { version: '2.1.327', nests: true, hasPersona: true },
  { version: '2.1.20', nests: false, hasPersona: false },
  { version: '2.0.76', nests: false, hasPersona: false },
]

const PROMPT = 'GO-ON: what next?'

type Play = Pick<ClaudePlan, 'version' | 'scenario' | 'env'>

async function played(play: Play, work: (session: ClaudeSession) => Promise<void>): Promise<void> {
  await withWorkspace(async (workspace) => {
    await withClaude({ ...play, id: randomUUID(), workspace }, async (session) => {
      await session.claude.ended
      await work(session)
    })
  })
}

/** Goes on from the agent, and compares what the model is sent with what it was last sent for the agent itself. */
async function judge(session: ClaudeSession, mark: string, route: string, end: string): Promise<void> {
  const before = originalsOf(session)
  const promoted = await promoteIn(session, transcriptOf(session, mark))
  if (!promoted.ok) throw new Error(promoted.failure.message)
  expect(readPromoted(promoted.value.file, promoted.value.session).faults).toEqual([])
  const own = session.model.served.findLast((each) => each.route === route)?.request.messages ?? []
  const went = await goOn(session, promoted.value, PROMPT)
  expect({ code: went.code, stderr: went.stderr }).toEqual({ code: 0, stderr: '' })
  const answer = { role: 'assistant', content: [{ type: 'text', text: end }] }
  const expected = [...own, answer, { role: 'user', content: PROMPT }]
  expect(conversationFaults(went.messages)).toEqual([])
  expect(inAnyOrder(spokenIn(went.messages))).toEqual(inAnyOrder(spokenIn(expected)))
  // In order: every kind of block where the agent's own request had it.
  const shape = (messages: typeof own) => spokenIn(messages).map(({ role, block }) => `${role} ${String(JSON.parse(block).type)}`)
  expect(shape(went.messages)).toEqual(shape(expected))
  const after = originalsOf(session)
  for (const [path, print] of before) expect({ path, print: after.get(path) }).toEqual({ path, print })
}

describe.each(VERSIONS)('Claude Code $version goes on from a sub-agent', ({ version, nests, hasPersona }) => {
  beforeAll(() => void installCli('claude', version))

  test('with parallel calls, with a persona, nested', async () => {
    await played({ version, scenario: promotable }, async (session) => {
      await judge(session, 'PROM-A', 'twice', 'Looked twice.')
      await judge(session, 'PROM-B', 'reviewer', 'Reviewed.')
      if (nests) await judge(session, 'PROM-C', 'lead', 'Led.')
      if (nests) await judge(session, 'PROM-D', 'deep', 'Checked.')
      const reviewer = await promoteIn(session, transcriptOf(session, 'PROM-B'), { agentType: 'reviewer' })
      if (!reviewer.ok) throw new Error(reviewer.failure.message)
      const went = await goOn(session, reviewer.value, 'GO-ON-2: as yourself.')
      expect(went.system).toContain('THE-REVIEWER')
      expect(went.tools).not.toContain('Write')
      if (hasPersona) expect(reviewer.value.argv).toContain('--agent')
    })
  })

  test('cut after its first response', async () => {
    await played({ version, scenario: promotable }, async (session) => {
      const source = transcriptOf(session, 'PROM-A')
      const lines = readFileSync(join(session.workspace.root, source), 'utf8').trim().split('\n')
      const first = lines.map((line) => JSON.parse(line)).find((record) => record.type === 'assistant')
      const cut = await promoteIn(session, source, { at: first.message.id })
      if (!cut.ok) throw new Error(cut.failure.message)
      const went = await goOn(session, cut.value, PROMPT)
      expect(conversationFaults(went.messages)).toEqual([])
      const text = JSON.stringify(went.messages)
      expect([text.includes('Looking twice.'), text.includes('auth.js\\ncart.js'), text.includes('Once more.')]).toEqual([
        true,
        true,
        false,
      ])
    })
  })

  test('killed in a call', async () => {
    await withWorkspace(async (workspace) => {
      await withClaude({ version, scenario: killed, id: randomUUID(), workspace }, async (session) => {
        await untilInCall(session)
        session.claude.kill()
        await session.claude.ended
        const before = originalsOf(session)
        for (const openCalls of ['answer', 'cut'] as const) {
          const promoted = await promoteIn(session, transcriptOf(session, 'PROM-K'), { openCalls })
          if (!promoted.ok) throw new Error(promoted.failure.message)
          const went = await goOn(session, promoted.value, PROMPT)
          expect({ code: went.code, stderr: went.stderr }).toEqual({ code: 0, stderr: '' })
          expect(conversationFaults(went.messages)).toEqual([])
          const text = JSON.stringify(went.messages)
          expect([text.includes('Looking first.'), text.includes('tail -f')]).toEqual([true, openCalls === 'answer'])
          expect(text.includes('was interrupted: its result')).toBe(openCalls === 'answer')
        }
        const after = originalsOf(session)
        for (const [path, print] of before) expect({ path, print: after.get(path) }).toEqual({ path, print })
      })
    })
  })
})

describe('Claude Code 1.0.128, which writes agents into the main file', () => {
  const version = '1.0.128'
  beforeAll(() => void installCli('claude', version))

  test('goes on from one', async () => {
    await played({ version, scenario: promotable }, async (session) => {
      const source = mainTranscript(session)
      const lines = readFileSync(join(session.workspace.root, source), 'utf8').trim().split('\n')
      const records = lines.map((line) => JSON.parse(line))
      const root = records.find((record) => record.isSidechain && JSON.stringify(record.message).includes('PROM-A'))
      const before = originalsOf(session)
      const promoted = await promoteIn(session, source, { agent: root.uuid })
      if (!promoted.ok) throw new Error(promoted.failure.message)
      expect(readPromoted(promoted.value.file, promoted.value.session).faults).toEqual([])
      const own = session.model.served.findLast((each) => each.route === 'twice')?.request.messages ?? []
      const went = await goOn(session, promoted.value, PROMPT)
      expect({ code: went.code, stderr: went.stderr }).toEqual({ code: 0, stderr: '' })
      expect(conversationFaults(went.messages)).toEqual([])
      const after = originalsOf(session)
      for (const [path, print] of before) expect({ path, print: after.get(path) }).toEqual({ path, print })
      const answer = { role: 'assistant', content: 'Looked twice.' }
      const expected = [...own, answer, { role: 'user', content: PROMPT }]
      expect(inAnyOrder(spokenIn(went.messages))).toEqual(inAnyOrder(spokenIn(expected)))
    })
  })
})

describe('Claude Code 2.1.327 goes on from', () => {
  const version = '2.1.327'

  test('a fork, whose history begins in its parent', async () => {
    const env = { CLAUDE_CODE_FORK_SUBAGENT: '1' }
    await played({ version, scenario: forking, env }, (session) => judge(session, 'PROM-F', 'fork', 'Fork is finished.'))
  })

  test('an agent that is at work, and neither sees the other', async () => {
    await withWorkspace(async (workspace) => {
      await withClaude({ version, scenario: killed, id: randomUUID(), workspace }, async (session) => {
        await untilInCall(session)
        const source = join(workspace.root, transcriptOf(session, 'PROM-K'))
        const before = readFileSync(source, 'utf8')
        const promoted = await promoteIn(session, transcriptOf(session, 'PROM-K'), { isRunning: true })
        if (!promoted.ok) throw new Error(promoted.failure.message)
        const went = await goOn(session, promoted.value, PROMPT)
        expect({ code: went.code, faults: conversationFaults(went.messages) }).toEqual({ code: 0, faults: [] })
        expect(JSON.stringify(went.messages)).toContain('was interrupted: its result')
        expect(await session.claude.ended).toBe(0)
        const after = readFileSync(source, 'utf8')
        expect(after.startsWith(before)).toBe(true)
        expect([after.includes('GO-ON'), after.includes('was interrupted'), after.includes('Never said.')]).toEqual([
          false,
          false,
          true,
        ])
      })
    })
  })

  test('an agent that was compacted', async () => {
    const env = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '30000' }
    await played({ version, scenario: compacting, env }, async (session) => {
      const source = transcriptOf(session, 'PROM-Z')
      expect(readFileSync(join(session.workspace.root, source), 'utf8')).toContain('compact_boundary')
      await judge(session, 'PROM-Z', 'compacted', 'Read everything.')
    })
  })
})

/** Waits until the agent's transcript holds the call that takes long. */
async function untilInCall(session: ClaudeSession): Promise<void> {
  const look = (): boolean => {
    try {
      return readFileSync(join(session.workspace.root, transcriptOf(session, 'PROM-K')), 'utf8').includes('tail -f')
    } catch {
      return false
    }
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(true)
}
