import type { ReplayEvent } from '../../test/harness/recordings'
import { expectedOutline } from './expectedOutline'
import { expect, test } from './harness/test'

/** Holds a replay after the first event that fits, until it is let on: what is the case then lasts as long as somebody looks at it. */
function holdAfter(fits: (event: ReplayEvent) => boolean) {
  const { promise, resolve: letOn } = Promise.withResolvers<void>()
  const afterEvent = async (event: ReplayEvent): Promise<void> => {
    if (fits(event)) await promise
  }
  return { afterEvent, letOn }
}

/** Recordings whose agents a person would know by their description: one each of what can happen. */
const STORIES = ['2.1.327/nested', '2.1.327/parallel', '2.1.327/background', '2.1.327/agent-errors', '2.0.76/interrupt']

test.describe('a run is watched while it happens', () => {
  for (const name of STORIES) {
    test(`${name}: every agent stands under its parent, in the right words @smoke`, async ({ world, app }) => {
      await app.open()
      await world.replay(name, { longestGapMs: 150 })
      await app.runs.rows.first().click()
      await app.tree.expectOutline(expectedOutline(world.recording(name)))
    })
  }

  test('the tree grows level by level, and each agent is running before it is completed', async ({ world, app }) => {
    await app.open()
    const { afterEvent, letOn } = holdAfter(({ path }) => path.endsWith('agent-a253307378ea5a13f.jsonl'))
    const over = world.replay('2.1.327/nested', { longestGapMs: 1500, afterEvent })
    const levels = [
      { description: 'Audit lead', parent: null },
      { description: 'Audit auth', parent: 'Audit lead' },
      { description: 'Check one line', parent: 'Audit auth' },
    ]
    try {
      await app.runs.rows.first().click()
      for (const [depth] of levels.entries()) {
        await app.tree.expectOutline(levels.slice(0, depth + 1).map((line) => ({ ...line, words: ['running'] })))
      }
    } finally {
      letOn()
    }
    await over
    await app.tree.expectOutline(levels.map((line) => ({ ...line, words: ['completed'] })))
    await expect(app.tree.items).toHaveCount(4)
  })

  test('a permission that is asked for is seen from everywhere, and gone when it is given', async ({ world, app }) => {
    await app.open()
    const { afterEvent, letOn } = holdAfter((event) => event.op === 'put' && event.text.includes('"status":"waiting"'))
    const over = world.replay('2.1.327/tui-permission', { longestGapMs: 1200, afterEvent })
    try {
      await expect(app.attention.button).toContainText('1')
      await app.attention.button.click()
      await expect(app.attention.items).toHaveCount(1)
      await expect(app.attention.items).toContainText('permission')
    } finally {
      letOn()
    }
    await over
    await expect(app.attention.items.filter({ hasText: 'permission' })).toHaveCount(0)
  })
})
