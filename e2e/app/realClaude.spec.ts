import { randomUUID } from 'node:crypto'
import { background, nested, parallel } from '../../test/mocks/anthropic/scenarios'
import { EXPECTED } from '../expectedAgents'
import type { StreamLine } from '../startClaude'
import { withClaude } from '../withClaude'
import { expect, test } from './harness/test'

const VERSION = '2.1.327'
const PROMISE_MS = 1_000

interface SpawnBlock {
  readonly type?: string
  readonly input?: { readonly description?: string; readonly subagent_type?: string }
}

/** Every spawning call as the CLI said it on its own stdout, and when. */
function calls(lines: readonly StreamLine[]): { readonly description: string; readonly at: number }[] {
  return lines.flatMap((line) => {
    const content = (line['message'] as { content?: unknown } | undefined)?.content
    const blocks = Array.isArray(content) ? (content as SpawnBlock[]) : []
    return blocks.flatMap(({ type, input }) =>
      type === 'tool_use' && input?.subagent_type && input.description ? [{ description: input.description, at: line.at }] : [],
    )
  })
}

test.describe('the real CLI at work outside the app, while it is open', () => {
  test.describe.configure({ mode: 'serial', timeout: 300_000 })

  for (const scenario of [parallel, nested, background]) {
    test(`${scenario.name}: each call is a node within a second @alone`, async ({ world, app }, info) => {
      await app.open()
      await app.tree.watchAppearances()
      const id = randomUUID()
      await withClaude({ version: VERSION, scenario, id, workspace: world.workspace }, async ({ claude }) => {
        await app.runs.rows.first().click()
        await expect(app.tree.items.first()).toBeAttached()
        // What was called before somebody looked is late only from then on.
        const shownAt = Date.now()
        await claude.ended
        const outcomes = EXPECTED[scenario.name]?.[VERSION] ?? []
        await app.tree.expectOutline(
          outcomes.map(({ description, parent, type, phases: [phase = ''] }) => ({ description, parent, words: [type, phase] })),
        )
        const due = calls(claude.lines)
        await expect.poll(async () => (await app.tree.appearances()).length).toBeGreaterThanOrEqual(due.length)
        const seen = await app.tree.appearances()
        const delays = due.map(({ description, at }) => {
          const found = seen.find(({ words }) => words.includes(description))
          return { description, ms: found ? found.at - Math.max(at, shownAt) : Number.POSITIVE_INFINITY }
        })
        info.annotations.push({
          type: 'call → node on screen',
          description: delays.map(({ description, ms }) => `${description} ${ms} ms`).join(', '),
        })
        for (const { description, ms } of delays) expect(ms, description).toBeLessThanOrEqual(PROMISE_MS)
      })
    })
  }
})
