import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PROJECT } from '../../../test/harness/recordings'

/** At rest: fonts there, nothing on its way. */
export async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(2, 2)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.screenshot({ path: join(PROJECT, 'docs', 'screens', `${name}.png`), animations: 'disabled', caret: 'hide' })
}
