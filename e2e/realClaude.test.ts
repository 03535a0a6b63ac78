import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fingerprint } from '../test/harness/fingerprint'
import { openWatch } from '../test/harness/openWatch'
import { runCli } from '../test/harness/runCli'
import { withWorkspace } from '../test/harness/workspace'
import { background, failing, nested, oneSubagent, parallel, slow } from '../test/mocks/anthropic/scenarios'
import { installCli } from './installCli'
import { judgeRealRun } from './judgeRealRun'
import { withClaude } from './withClaude'

const VERSIONS = [
  { version: '2.1.327', hasRegistry: true, waitsForBackground: true },
  { version: '2.0.76', hasRegistry: false, waitsForBackground: false },
]

describe.each(VERSIONS)('Claude Code $version at work', ({ version, hasRegistry, waitsForBackground }) => {
  // Here rather than inside the first test, whose time it would take.
  beforeAll(() => void installCli('claude', version))

  test.each([parallel, nested, failing])('$name', async (scenario) => {
    expect(await judgeRealRun({ version, scenario, hasRegistry, isComplete: true })).toEqual([])
  })

  test('background', async () => {
    expect(await judgeRealRun({ version, scenario: background, hasRegistry, isComplete: waitsForBackground })).toEqual([])
  })

  test('interrupted', async () => {
    const plan = { version, scenario: slow, hasRegistry, isComplete: false, interruptAtAgents: 2 }
    expect(await judgeRealRun(plan)).toEqual([])
  })

  test('nothing of what the CLI left is touched', async () => {
    await withWorkspace(async (workspace) => {
      const uri = await withClaude({ version, scenario: oneSubagent, id: randomUUID(), workspace }, async (session) => {
        await session.claude.ended
        return session.uri
      })
      const before = fingerprint(workspace.root)
      const commands = [
        ['list'],
        ['tree', uri],
        ['transcript', uri],
        [uri],
        ['-I', uri],
        ['stats', uri],
        ['link', 'list', uri],
        ['doctor'],
      ]
      for (const args of commands) {
        const { code, stderr } = await runCli(args, workspace.env)
        expect(code, `${args.join(' ')}: ${stderr}`).toBe(0)
      }
      const watch = await openWatch([uri], workspace.env)
      await watch.close()
      expect(watch.ledger.faults).toEqual([])
      expect(fingerprint(workspace.root)).toEqual(before)
    })
  })
})
