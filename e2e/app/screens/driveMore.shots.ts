import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { placeForeignRun } from '../drive/placeForeignRun'
import { placeScripted } from '../drive/placeScripted'
import { test as base, expect } from '../harness/test'
import { NewRunDialog } from '../pages/NewRunDialog'
import { SessionDrawer } from '../pages/SessionDrawer'
import { StartedTerminals } from '../StartedTerminals'
import { placeOtherRuns } from './otherRuns'
import { shoot } from './shoot'

const test = base.extend<{ terminals: StartedTerminals }>({
  terminals: async ({ world }, use) => {
    const terminals = new StartedTerminals(world)
    await use(terminals)
    await terminals.close()
  },
})

const SHELL = ['--norc', '--noprofile', '-i']

for (const theme of ['dark', 'light'] as const) {
  const before = (page: Page) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })

  test(`limits, what has ended, what is stopped, ${theme}`, async ({ world, app }) => {
    test.slow()
    const { folder, variables } = placeScripted(world, 'web')
    placeOtherRuns(world)
    await app.open({ variables, before })
    const dialog = new NewRunDialog(app.page)
    const drawer = new SessionDrawer(app.page)
    await dialog.start(folder, 'guard the login test')
    await drawer.cards.first().waitFor()
    await app.tree.press('Reproduce the flake')
    await app.inspector.pane.getByRole('button', { name: 'Stop this agent alone' }).click()
    await app.page.getByRole('dialog', { name: /^Stop general-purpose/ }).waitFor()
    await shoot(app.page, `stop-agent-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.tree.selectRoot()
    await app.inspector.pane.getByRole('button', { name: 'Actions', exact: true }).click()
    await app.page.getByRole('menuitem', { name: 'Limits …' }).click()
    const limits = app.page.getByRole('dialog', { name: 'Limits of the run' })
    await limits.getByRole('textbox', { name: /^Tokens/ }).fill('20k')
    await limits.getByRole('textbox', { name: /^Time/ }).fill('soon')
    await shoot(app.page, `limits-${theme}`)
    await limits.getByRole('textbox', { name: /^Time/ }).fill('30')
    await app.page.keyboard.press('Control+Enter')
    await app.page.getByRole('status').filter({ hasText: 'Limit passed' }).waitFor({ timeout: 20_000 })
    await shoot(app.page, `limit-passed-${theme}`)
    await app.attention.button.click()
    await app.attention.items.filter({ hasText: 'Limit passed' }).waitFor()
    await shoot(app.page, `attention-limit-${theme}`)
    await app.page.keyboard.press('Escape')
    await drawer.cards.first().focus()
    await app.page.keyboard.press('Enter')
    await expect(drawer.drawer).toContainText('waits for your message')
    await drawer.button(/^Stop$/).click()
    await expect(drawer.drawer).toContainText('ended')
    await shoot(app.page, `ended-${theme}`)
  })

  test(`starting, a terminal that is closed, ${theme}`, async ({ world, app, terminals }) => {
    placeScripted(world, 'web')
    placeOtherRuns(world)
    await terminals.start({ title: 'Port invoice PDF to typst', session: null, args: SHELL })
    await terminals.start({ title: 'Sweep the docs for stale names', session: null, args: SHELL })
    await app.open({ before })
    await app.page
      .getByRole('list', { name: 'Starting' })
      .getByRole('button', { name: /Port invoice/ })
      .click()
    await app.page.getByRole('region', { name: 'The new run' }).waitFor()
    await app.page.locator('.xterm-rows').waitFor()
    await shoot(app.page, `starting-${theme}`)
    await app.page
      .getByRole('tab', { name: /Port invoice/ })
      .locator('.terminal-tab-close')
      .click()
    await app.page.getByRole('dialog', { name: 'Stop this run?' }).waitFor()
    await shoot(app.page, `close-terminal-${theme}`)
  })

  test(`what a person waited for has ended, ${theme}`, async ({ world, app }) => {
    const { folder, variables } = placeScripted(world, 'web')
    const live = await placeForeignRun(world, folder)
    await app.open({ variables, before })
    await app.runs.open('Port invoice PDF')
    await app.tree.selectRoot()
    await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
    await app.page.getByRole('menuitem', { name: /Resume: why not/ }).click()
    await app.page.getByRole('button', { name: /Tell me when it ends/ }).click()
    await live.end()
    await app.page.getByRole('status').filter({ hasText: 'it can be resumed now' }).waitFor()
    await shoot(app.page, `ended-elsewhere-${theme}`)
  })

  test(`a command to type, ${theme}`, async ({ world, app }) => {
    const { folder, variables } = placeScripted(world, 'web')
    const live = await placeForeignRun(world, folder, '0ffe82a8')
    await app.open({ variables, before })
    await app.runs.open('Port invoice PDF')
    await app.tree.selectRoot()
    // Joined it cannot be from here any more.
    rmSync(folder, { recursive: true })
    await app.inspector.pane.getByRole('button', { name: 'Attach' }).click()
    await app.page.getByRole('button', { name: 'Copy command' }).waitFor()
    await shoot(app.page, `copy-command-${theme}`)
    await live.end()
  })
}
