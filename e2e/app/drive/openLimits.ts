import type { Locator } from '@playwright/test'
import type { App } from '../harness/App'

/** The limits of the run that is shown. */
export async function openLimits(app: App): Promise<Locator> {
  await app.tree.selectRoot()
  await app.inspector.pane.getByRole('button', { name: 'Actions', exact: true }).click()
  await app.page.getByRole('menuitem', { name: 'Limits …' }).click()
  return app.page.getByRole('dialog', { name: 'Limits of the run' })
}
