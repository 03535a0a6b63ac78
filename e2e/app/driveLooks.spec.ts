import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { LookStage } from './looks/LookStage'
import { lookStories } from './looks/lookStories'

for (const story of lookStories) {
  test(`axe finds no serious violation in either theme: ${story.title}`, async ({ world, app }) => {
    // Some states of the window, each looked at twice and element by element.
    test.slow()
    const found: Record<string, string[]> = {}
    await story.tell(new LookStage(world, app, 'dark'), async (name) => {
      for (const theme of ['dark', 'light'] as const) {
        await app.page.emulateMedia({ colorScheme: theme })
        const lines = await violations(app)
        if (lines.length > 0) found[`${name}, ${theme}`] = lines
      }
    })
    expect(found).toEqual({})
  })
}
