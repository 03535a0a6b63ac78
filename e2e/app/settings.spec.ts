import { expect, test } from './harness/test'
import { placeThreeProjects } from './threeProjects'

test('settings are kept over a relaunch @smoke', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  const open = async () => {
    await app.page.getByRole('button', { name: 'Settings' }).click()
    return app.page.getByRole('dialog', { name: 'Settings' })
  }
  let dialog = await open()
  await dialog.getByRole('radio', { name: 'compact' }).click()
  await expect(dialog.getByRole('radio', { name: 'compact' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'finished' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'finished' })).toBeChecked()
  await app.relaunch()
  dialog = await open()
  await expect(dialog.getByRole('radio', { name: 'compact' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'finished' })).toBeChecked()
})

test('another folder is looked into at once', async ({ world, app }) => {
  // A folder that the environment names wins over the settings.
  await app.open({ without: ['CLAUDE_CONFIG_DIR'] })
  await expect(app.page.getByText('No runs yet')).toBeVisible()
  const elsewhere = `${world.workspace.folder}/elsewhere`
  world.placeIn(elsewhere, '2.1.327/one-subagent')
  await app.page.getByRole('button', { name: 'Settings' }).click()
  const field = app.page.getByRole('dialog', { name: 'Settings' }).getByRole('textbox', { name: 'claude' })
  await field.fill(elsewhere)
  await field.press('Enter')
  await app.page.keyboard.press('Escape')
  await expect(app.runs.rows.first()).toBeVisible()
})

test('a folder that the environment names wins, and the settings say so', async ({ world, app }) => {
  await app.open()
  await app.page.getByRole('button', { name: 'Settings' }).click()
  const field = app.page.getByRole('dialog', { name: 'Settings' }).getByRole('textbox', { name: 'claude' })
  await field.fill(`${world.workspace.folder}/elsewhere`)
  await field.press('Enter')
  await expect(app.page.getByText(/CLAUDE_CONFIG_DIR is set and wins/).first()).toBeAttached()
})
