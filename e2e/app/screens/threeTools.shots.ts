import type { Page } from '@playwright/test'
import { test } from '../harness/test'
import { MIXED, placeMixedRun } from '../mixedRun'
import { CODEX_CHILD, placeThreeTools, TOOLS } from '../threeTools'
import { startWaitingServer, WAITING_TITLE } from '../waitingServer'
import { placeOtherRuns } from './otherRuns'
import { shoot } from './shoot'

for (const theme of ['dark', 'light'] as const) {
  const before = { before: (page: Page) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' as const }) }

  test(`three tools, ${theme}`, async ({ world, app }) => {
    placeThreeTools(world)
    placeOtherRuns(world)
    await app.open({ ...before })
    await app.runs.open(TOOLS.codex.title)
    await app.tree.items.nth(4).waitFor({ state: 'attached' })
    await app.shell.handOver(`codex://threads/${CODEX_CHILD}`)
    await app.inspector.transcript.getByText('Two more facts.').first().waitFor()
    await shoot(app.page, `three-tools-${theme}`)
  })

  test(`one run of two tools, ${theme}`, async ({ world, app }) => {
    placeMixedRun(world)
    placeOtherRuns(world)
    await app.open({ ...before, width: 1760, height: 1000 })
    await app.runs.open(MIXED.title)
    await app.tree.agent(MIXED.guest).waitFor({ state: 'attached' })
    await app.tree.selectRoot()
    for (const key of ['ArrowRight', 'ArrowRight']) await app.page.keyboard.press(key)
    await app.inspector.button(/why here/i).click()
    await shoot(app.page, `mixed-${theme}`)
  })

  test(`a server that tells who waits, ${theme}`, async ({ world, app }) => {
    const story = await startWaitingServer(world)
    try {
      placeOtherRuns(world)
      await app.open({ ...before, variables: story.variables })
      await story.work()
      story.ask()
      await app.runs.open(WAITING_TITLE)
      await app.tree.card('needs you').first().waitFor()
      await app.tree.press('general')
      await app.attention.button.click()
      await app.attention.items.first().waitFor()
      await shoot(app.page, `server-waiting-${theme}`)
      await app.page.keyboard.press('Escape')
      await story.server.close()
      const item = app.page.getByRole('contentinfo').getByRole('button', { name: /reconnecting|down/ })
      await item.click()
      await shoot(app.page, `server-lost-${theme}`)
    } finally {
      await story.close()
    }
  })
}
