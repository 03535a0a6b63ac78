import type { Locator } from '@playwright/test'
import type { App } from '../harness/App'
import { NewRunDialog } from '../pages/NewRunDialog'
import type { RealStage, RealStory } from './realStories'
import { expect } from './realTest'

type Way = 'Headless' | 'Terminal'

/** From the tile to the first node. */
export async function launch(app: App, { tool, version, mode, terminal }: RealStory, folder: string, way: Way): Promise<void> {
  const dialog = new NewRunDialog(app.page)
  await dialog.open()
  const tile = dialog.dialog.getByRole('radiogroup', { name: 'Provider' }).locator('label').filter({ hasText: tool })
  await expect(tile).toContainText(version)
  await tile.click()
  await dialog.fill(folder, 'BY-STEPS')
  await expect(dialog.dialog.getByRole('radio', { name: /Headless/ })).toBeChecked()
  if (way === 'Terminal') await dialog.dialog.getByRole('radio', { name: /Terminal/ }).check()
  const chosen = way === 'Terminal' ? terminal.mode : mode
  if (chosen !== null) await dialog.dialog.getByLabel('Permissions').selectOption({ value: chosen })
  await expect(dialog.command).toBeVisible()
  await dialog.dialog.getByRole('button', { name: /^Start run/ }).click()
  await dialog.dialog.waitFor({ state: 'detached' })
}

/** Of the tree, the agent whose card says this: not every product gives its agents words that stand in their names. */
export async function itemOf(app: App, words: string): Promise<Locator> {
  const says = app.page.getByText(words, { exact: true })
  const card = app.page.locator('.node[data-agent]').filter({ has: says })
  const key = await card.getAttribute('data-agent', { timeout: 30_000 })
  return app.tree.tree.locator(`[role="treeitem"][data-agent="${key}"]`)
}

/** An agent may be seen before its call is, and takes the call's name then: it is looked for until it stands. */
export async function itemBelow(app: App, words: string, level: number, name: RegExp): Promise<Locator> {
  let item: Locator | null = null
  await expect(async () => {
    item = await itemOf(app, words)
    await expect(item).toHaveAttribute('aria-level', `${level}`, { timeout: 500 })
    await expect(item).toHaveAccessibleName(name, { timeout: 500 })
  }).toPass()
  if (!item) throw new Error(`nobody says ${words}`)
  return item
}

/** Three beside each other, then one below the first: each is there before the next is called. */
export async function seeGrowth(app: App, { cardOf }: RealStory, { gates }: RealStage['model']): Promise<void> {
  const { items } = app.tree
  await gates.reached('step-lead')
  await expect(items).toHaveCount(4)
  const lead = await itemBelow(app, cardOf('STEP-LEAD', 'lead'), 2, /running/)
  for (const mark of ['STEP-TWO', 'STEP-THREE']) await itemBelow(app, cardOf(mark, 'look'), 2, /completed/)
  gates.open('step-lead')
  await expect(items).toHaveCount(5)
  await gates.reached('step-deep')
  const deep = await itemBelow(app, cardOf('STEP-DEEP', 'look'), 3, /running/)
  const keys = await items.evaluateAll((all) => all.map((item) => item.getAttribute('data-agent')))
  expect(keys[keys.indexOf(await lead.getAttribute('data-agent')) + 1]).toBe(await deep.getAttribute('data-agent'))
  gates.open('step-deep')
  for (const item of [deep, lead]) await expect(item).toHaveAccessibleName(/completed/)
}

export async function goOn(app: App, how: 'Resume' | 'Fork', message: string, way: Way): Promise<void> {
  await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
  await app.page.getByRole('menuitem', { name: how, exact: true }).click()
  const dialog = app.page.getByRole('dialog', { name: new RegExp(`^${how} `) })
  await dialog.getByRole('textbox', { name: 'Your message' }).fill(message)
  if (way === 'Terminal') {
    await dialog.getByText('Model, agent, permissions, how it runs').click()
    await dialog.getByRole('radio', { name: /Terminal/ }).check()
  }
  await expect(dialog.getByRole('group', { name: 'Command' })).toBeVisible()
  // Nothing starts before what would run is shown as it was chosen last.
  await expect(dialog.getByRole('button', { name: /Ctrl Enter$/ })).toBeEnabled()
  await app.page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
}
