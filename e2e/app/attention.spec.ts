import type { Page } from '@playwright/test'
import { ASKING, askingRun } from './askingRun'
import { expect, test } from './harness/test'
import { sessionFile } from './sessionFile'

/** Counts desktop notifications instead of showing them. */
async function countNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = []
    class Counted extends EventTarget {
      static readonly permission = 'granted'
      static requestPermission = () => Promise.resolve('granted')
      onclick: (() => void) | null = null
      constructor(title: string, options: { body?: string } = {}) {
        super()
        shown.push(`${title} ${options.body ?? ''}`)
      }
      close(): void {
        this.onclick = null
      }
    }
    document.hasFocus = () => false
    Object.assign(window, { Notification: Counted, shownNotifications: shown })
  })
}

const shown = (page: Page) => page.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications)

test('what waits for a person is listed with the way to it, and leads there', async ({ world, app }) => {
  world.writeFile(sessionFile('acme', ASKING), askingRun())
  const session = await world.register(ASKING, { status: 'busy' })
  await app.open()
  await expect(app.attention.button).toContainText('nothing needs you')
  await session.say({ status: 'waiting', waitingFor: 'permission prompt' })
  await expect(app.attention.button).toContainText('1 needs you')
  await app.attention.button.click()
  await expect(app.attention.items).toContainText(['permission'])
  await app.attention.items.first().getByRole('button', { name: 'Open' }).click()
  await expect(app.tree.selected).toHaveAccessibleName(/needs you/)
  await session.say({ status: 'busy' })
  await expect(app.attention.button).toContainText('nothing needs you')
  await session.end()
})

test('only what is new is told by a notification, and not what was there before @web', async ({ world, app }) => {
  world.writeFile(sessionFile('acme', ASKING), askingRun())
  const session = await world.register(ASKING, { status: 'waiting', waitingFor: 'permission prompt' })
  await app.open({ before: countNotifications })
  await expect(app.attention.button).toContainText('1 needs you')
  expect(await shown(app.page)).toEqual([])
  await session.say({ status: 'busy' })
  await expect(app.attention.button).toContainText('nothing needs you')
  await session.say({ status: 'waiting', waitingFor: 'permission prompt' })
  await expect(app.attention.button).toContainText('1 needs you')
  await expect.poll(() => shown(app.page)).toEqual([expect.stringContaining('needs you')])
  await session.end()
})
