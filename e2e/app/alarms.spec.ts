import { countNotifications, shownNotifications } from './countNotifications'
import { openBroken } from './drive/openBroken'
import { openLimits } from './drive/openLimits'
import { placeScripted } from './drive/placeScripted'
import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

async function passLimit(app: App, folder: string): Promise<void> {
  await new NewRunDialog(app.page).start(folder, 'just say it')
  await expect(new SessionDrawer(app.page).drawer).toContainText('waits for your message')
  const limits = await openLimits(app)
  await limits.getByRole('textbox', { name: /^Tokens/ }).fill('1')
  await app.page.keyboard.press('Control+Enter')
  await expect(limits).toHaveCount(0)
}

const limit = /^Limit passed: just say it\s.*1 are allowed/
const start = /^A start failed: do it\s.*Invalid API key/

test('a limit that was passed and a start that failed call a person who looks elsewhere @web', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables, before: countNotifications })
  const told = async (like: RegExp) => (await shownNotifications(app.page)).filter((text) => like.test(text)).length
  await passLimit(app, folder)
  await expect.poll(() => told(limit), { timeout: 15_000 }).toBe(1)
  await openBroken(app, folder)
  await expect.poll(() => told(start)).toBe(1)
  expect(await told(limit)).toBe(1)
})

test('the desktop calls for them too, and a click leads there @desktop', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  await app.desktop.watch({ isLooking: false })
  const told = async (like: RegExp) => (await app.desktop.told()).notifications.filter((text) => like.test(text)).length
  await passLimit(app, folder)
  await expect.poll(() => told(limit), { timeout: 15_000 }).toBe(1)
  await openBroken(app, folder)
  await expect.poll(() => told(start)).toBe(1)
  const started = app.page.getByRole('region', { name: 'The new run' })
  await expect(started).toBeVisible()
  const { notifications } = await app.desktop.told()
  await app.desktop.clickNotification(notifications.findIndex((text) => limit.test(text)))
  await expect(started).toHaveCount(0)
  await expect(app.page).toHaveTitle(/just say it/)
})
