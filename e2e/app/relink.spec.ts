import { expect, test } from './harness/test'
import type { OutlineLine } from './pages/Tree'
import { placeThreeProjects } from './threeProjects'

const before: OutlineLine = { description: 'Fix the missed caller', parent: 'Review the token refresh', words: [] }
const after: OutlineLine = { description: 'Fix the missed caller', parent: 'Map the login flow', words: [] }

test.beforeEach(async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await app.tree.expectOutline([before])
})

test('an agent is linked to another call by menu, undone, and done again', async ({ app }) => {
  await app.tree.openMenu('Fix the missed caller')
  const undo = app.page.getByRole('menuitem', { name: /^Undo change/ })
  const redo = app.page.getByRole('menuitem', { name: /^Redo change/ })
  // Nobody has changed anything here yet.
  for (const item of [undo, redo]) await expect(item).toHaveAttribute('aria-disabled', 'true')
  await app.page.getByRole('menuitem', { name: /^Link to/ }).click()
  const dialog = app.page.getByRole('dialog', { name: /^Link general-purpose #1 to/ })
  await dialog.getByRole('combobox').fill('login flow')
  await app.page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('status')).toContainText('under Explore #1, by hand')
  await app.page.keyboard.press('ControlOrMeta+Enter')
  await app.tree.expectOutline([after])
  await app.page.keyboard.press('ControlOrMeta+z')
  await app.tree.expectOutline([before])
  await app.tree.openMenu('Fix the missed caller')
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  await expect(redo).not.toHaveAttribute('aria-disabled', 'true')
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('ControlOrMeta+Shift+z')
  await app.tree.expectOutline([after])
})

test('a link by hand survives a relaunch and says that it is one @smoke', async ({ app }) => {
  await app.tree.dragOnto('Fix the missed caller', 'Map the login flow')
  await app.page.getByRole('menuitem', { name: /^Move general-purpose #1 under Explore #1/ }).click()
  await app.tree.expectOutline([after])
  await app.relaunch()
  await app.runs.open('Fix the flaky login test')
  await app.tree.expectOutline([after])
  await app.tree.press('Fix the missed caller')
  await app.inspector.button(/why here/i).click()
  await expect(app.page.getByRole('list', { name: 'Evidence' }).getByRole('listitem').first()).toContainText(/by hand|manual/i)
})

test('unlink puts it into the unplaced tray, and clear takes the word back', async ({ app }) => {
  await app.tree.openMenu('Fix the missed caller')
  await app.page.getByRole('menuitem', { name: /^Unlink/ }).click()
  await app.page.getByRole('button', { name: /1 agent unplaced/i }).click()
  await expect(app.page.getByText('Fix the missed caller').first()).toBeVisible()
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('ControlOrMeta+z')
  await app.tree.expectOutline([before])
})

test('what would make a circle is refused with the reason', async ({ app }) => {
  await app.tree.dragOnto('Review the token refresh', 'Fix the missed caller')
  const move = app.page.getByRole('menuitem', { name: /^Move reviewer #2 under general-purpose #1/ })
  await expect(move).toHaveAttribute('aria-disabled', 'true')
  await expect(move).toContainText('hangs below')
  await app.page.keyboard.press('Escape')
  await app.tree.expectOutline([before])
})

test('why here: the winning evidence with file and line', async ({ app }) => {
  await app.tree.press('Fix the missed caller')
  await app.inspector.button(/why here/i).click()
  const evidence = app.page.getByRole('list', { name: 'Evidence' }).getByRole('listitem').first()
  await expect(evidence).toContainText('explicit')
  await expect(evidence).toContainText(/jsonl:\d+|meta\.json/)
})

test('what is no sub-agent is hidden, and shown again on demand', async ({ app }) => {
  await expect(app.tree.items).toHaveCount(4)
  await app.tree.openMenu('Fix the missed caller')
  await app.page.getByRole('menuitem', { name: /^Not a sub-agent/ }).click()
  await expect(app.tree.items).toHaveCount(3)
  await app.page.getByRole('button', { name: 'Filter', exact: true }).click()
  await app.page.getByRole('checkbox', { name: /^Show hidden agents/ }).check()
  await expect(app.tree.items).toHaveCount(4)
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('ControlOrMeta+z')
  await app.tree.expectOutline([before])
})

test('an agent is linked elsewhere by keyboard alone', async ({ app }) => {
  await app.tree.selectRoot()
  for (let step = 0; step < 4; step++) {
    if (await app.tree.selected.evaluate((item) => item.getAttribute('aria-label')?.includes('Fix the missed caller'))) break
    await app.page.keyboard.press(step === 0 ? 'ArrowRight' : 'ArrowDown')
    if (await app.tree.selected.evaluate((item) => item.getAttribute('aria-label')?.includes('Review the token refresh')))
      await app.page.keyboard.press('ArrowRight')
  }
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
  await app.page.keyboard.press('Shift+F10')
  await app.page.getByRole('menu').waitFor()
  const link = app.page.getByRole('menuitem', { name: /^Link to/ })
  for (let step = 0; step < 30 && !(await link.evaluate((item) => item === document.activeElement)); step++)
    await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  await app.page.getByRole('dialog', { name: /^Link general-purpose #1 to/ }).waitFor()
  await app.page.keyboard.type('login flow')
  await app.page.keyboard.press('ArrowDown')
  await expect(app.page.getByRole('dialog').getByRole('status')).toContainText('under Explore #1, by hand')
  await app.page.keyboard.press('ControlOrMeta+Enter')
  await app.tree.expectOutline([after])
})
