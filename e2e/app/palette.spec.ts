import { expect, test } from './harness/test'
import { FIXER, placeThreeProjects, SHOP } from './threeProjects'

test.beforeEach(async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
})

test('a run is found by its title and opened with Enter', async ({ app }) => {
  await app.palette.open()
  await app.palette.input.fill('flaky')
  await expect(app.palette.options.filter({ hasText: 'Fix the flaky login test' }).first()).toBeVisible()
  await app.page.keyboard.press('Enter')
  await expect(app.palette.dialog).toHaveCount(0)
  await expect(app.tree.agent('Map the login flow')).toBeAttached()
})

test('an agent of the run is found by its description and selected', async ({ app }) => {
  await app.runs.open('Fix the flaky login test')
  await expect(app.tree.agent('Fix the missed caller')).toBeAttached()
  await app.palette.open()
  await app.palette.input.fill('missed caller')
  await app.palette.options.filter({ hasText: 'Fix the missed caller' }).first().click()
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
})

test('an address that is pasted leads to its agent @smoke', async ({ app }) => {
  await app.palette.open()
  await app.palette.input.fill(`claude://${SHOP}/${FIXER}`)
  await expect(app.palette.options.first()).toBeVisible()
  await app.page.keyboard.press('Enter')
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
})

test('an address that names nothing is answered, not ignored', async ({ app }) => {
  await app.palette.open()
  await app.palette.input.fill('claude://00000000-0000-4000-8000-000000000000')
  await expect(app.palette.options).toHaveCount(1)
  await app.page.keyboard.press('Enter')
  await expect(app.palette.dialog.getByRole('alert')).toBeVisible()
})

test('Escape closes it and gives the focus back', async ({ app }) => {
  await app.runs.rows.first().focus()
  await app.palette.open()
  await app.page.keyboard.press('Escape')
  await expect(app.palette.dialog).toHaveCount(0)
  await expect(app.runs.pane.locator(':focus')).toHaveCount(1)
})
