import type { Page } from '@playwright/test'
import { placeForeignRun } from '../drive/placeForeignRun'
import { placeScripted } from '../drive/placeScripted'
import type { App } from '../harness/App'
import { test } from '../harness/test'
import type { World } from '../harness/World'
import { NewRunDialog } from '../pages/NewRunDialog'
import { SessionDrawer } from '../pages/SessionDrawer'
import { placeOtherRuns } from './otherRuns'
import { shoot } from './shoot'

const PROMPT =
  'The login test fails in CI about one time in nine. Find out why, prove it with a repeated run, and fix the cause, not the symptom. Let a reviewer look at the patch, and guard the suite.'

async function open(world: World, app: App, theme: 'dark' | 'light', size = { width: 1440, height: 900 }): Promise<string> {
  const { folder, variables } = placeScripted(world, 'web')
  placeOtherRuns(world)
  await app.open({
    variables,
    ...size,
    before: (page: Page) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }),
  })
  return folder
}

async function begin(app: App, folder: string): Promise<void> {
  await new NewRunDialog(app.page).start(folder, PROMPT)
  await app.tree.agent('Fix the missed caller').waitFor({ state: 'attached' })
  await new SessionDrawer(app.page).cards.first().waitFor()
}

for (const theme of ['dark', 'light'] as const) {
  test(`starting a run, ${theme}`, async ({ world, app }) => {
    const folder = await open(world, app, theme)
    const dialog = new NewRunDialog(app.page)
    await dialog.open()
    await dialog.fill(folder, PROMPT)
    await dialog.command.waitFor()
    await shoot(app.page, `new-run-${theme}`)
    await dialog.fill(`${folder}/no such folder`, PROMPT)
    await dialog.dialog.getByRole('alert').waitFor()
    await shoot(app.page, `new-run-error-${theme}`)
    await dialog.fill(folder, PROMPT)
    await dialog.dialog.getByRole('button', { name: 'Extra arguments' }).click()
    await dialog.dialog.getByRole('textbox', { name: 'Extra arguments' }).fill('--break')
    await dialog.command.filter({ hasText: '--break' }).waitFor()
    await dialog.prompt.press('Control+Enter')
    await app.page.getByRole('region', { name: 'The new run' }).getByRole('alert').waitFor()
    await shoot(app.page, `new-run-failed-${theme}`)
    await app.attention.button.click()
    await app.attention.items.filter({ hasText: 'A start failed' }).waitFor()
    await shoot(app.page, `attention-failed-${theme}`)
  })

  test(`a session of ours, ${theme}`, async ({ world, app }) => {
    const folder = await open(world, app, theme)
    const drawer = new SessionDrawer(app.page)
    await begin(app, folder)
    await drawer.send('keep the trace of the first failing run, we attach it to the ticket')
    await drawer.queued.first().waitFor()
    await drawer.message.fill('If the reviewer agrees, commit with “fix(e2e): wait for refresh before home”, but do not push.')
    await shoot(app.page, `composer-${theme}`)
    await drawer.button(/^Stop$/).click()
    await app.page.getByRole('dialog', { name: 'Stop this run?' }).waitFor()
    await shoot(app.page, `stop-${theme}`)
    await app.page.keyboard.press('Escape')
    await drawer.button('Close the drawer').click()
    await app.tree.selectRoot()
    await app.page.keyboard.press('n')
    await app.page.getByRole('treeitem', { name: /fixer #1/, selected: true }).waitFor({ state: 'attached' })
    await shoot(app.page, `permission-${theme}`)
    await app.attention.button.click()
    await app.attention.items.first().waitFor()
    await shoot(app.page, `attention-answers-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('r')
    await app.page.locator('.ask-card[aria-busy="false"]:focus').waitFor()
    await app.page.keyboard.press('Enter')
    await app.tree
      .agent('Fix the missed caller')
      .and(app.page.getByRole('treeitem', { name: /completed/ }))
      .waitFor({ state: 'attached' })
    await app.page.keyboard.press('c')
    for (const [word, name] of [
      ['question', 'question'],
      ['edit', 'permission-edit'],
      ['plan', 'plan'],
    ] as const) {
      await drawer.send(`a ${word}`)
      await drawer.cards.first().waitFor()
      await shoot(app.page, `${name}-${theme}`)
      await drawer.button('Interrupt').click()
      await drawer.cards.first().waitFor({ state: 'detached' })
    }
  })

  test(`going on, ${theme}`, async ({ world, app }) => {
    const folder = await open(world, app, theme)
    const live = await placeForeignRun(world, folder)
    await begin(app, folder)
    await app.page.keyboard.press('r')
    await app.page.locator('.ask-card[aria-busy="false"]:focus').waitFor()
    await app.page.keyboard.press('Enter')
    await app.tree.agent('Map the login flow').waitFor({ state: 'attached' })
    await app.tree.press('Map the login flow')
    await app.inspector.pane.getByRole('button', { name: 'Continue from here' }).click()
    const dialog = app.page.getByRole('dialog', { name: /Continue from/ })
    await dialog
      .getByRole('textbox', { name: 'Your message' })
      .fill('Now try the same with the refresh moved before the redirect.')
    await dialog.getByRole('group', { name: 'Command' }).or(dialog.getByRole('alert')).waitFor()
    await shoot(app.page, `continue-${theme}`)
    await dialog.getByRole('radio', { name: /As text/ }).check()
    await dialog.getByText('What will be sent').waitFor()
    await shoot(app.page, `continue-text-${theme}`)
    await app.page.keyboard.press('Escape')
    await app.runs.open('Port invoice PDF')
    await app.tree.selectRoot()
    await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
    await shoot(app.page, `ways-on-${theme}`)
    await app.page.getByRole('menuitem', { name: /Resume: why not/ }).click()
    await app.page.getByRole('dialog', { name: /live somewhere else/ }).waitFor()
    await shoot(app.page, `resume-refused-${theme}`)
    await live.end()
  })
}

for (const [width, height] of [
  [1000, 860],
  [860, 860],
  [620, 860],
  [1000, 420],
] as const) {
  for (const theme of ['dark', 'light'] as const) {
    test(`driving, ${width} × ${height}, ${theme}`, async ({ world, app }) => {
      const folder = await open(world, app, theme, { width, height })
      const name = `${width}${height === 860 ? '' : `x${height}`}${theme === 'dark' ? '' : '-light'}`
      const dialog = new NewRunDialog(app.page)
      await dialog.open()
      await dialog.fill(folder, PROMPT)
      await dialog.command.waitFor()
      await shoot(app.page, `new-run-${name}`)
      await app.page.keyboard.press('Escape')
      await begin(app, folder)
      await shoot(app.page, `composer-${name}`)
    })
  }
}
