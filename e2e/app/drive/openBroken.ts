import type { App } from '../harness/App'
import { expect } from '../harness/test'
import { NewRunDialog } from '../pages/NewRunDialog'

/** Starts a session whose program breaks at once. */
export async function openBroken(app: App, folder: string): Promise<void> {
  const dialog = new NewRunDialog(app.page)
  await dialog.open()
  await dialog.fill(folder, 'do it')
  await dialog.dialog.getByRole('button', { name: 'Extra arguments' }).click()
  await dialog.dialog.getByRole('textbox', { name: 'Extra arguments' }).fill('--break')
  await expect(dialog.command).toContainText('--break')
  await dialog.prompt.press('Control+Enter')
  await app.page.getByRole('region', { name: 'The new run' }).getByRole('alert').waitFor()
}
