import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { placeScripted } from './drive/placeScripted'
import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

const parts = (app: App) => ({ dialog: new NewRunDialog(app.page), drawer: new SessionDrawer(app.page) })

test('a paused run says so everywhere, does not grow older, cannot be answered, and goes on where it was', async ({
  world,
  app,
}) => {
  test.slow()
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  const row = app.runs.row(/guard it/)
  await expect(row).toContainText('running')
  await drawer.button(/^Pause$/).click()

  await expect(drawer.drawer).toContainText(/paused for/)
  await expect(row).toContainText(/paused (now|\d)/)
  await expect(row).not.toContainText('running')
  await expect(app.tree.agent('Review the token refresh patch')).toHaveAccessibleName(/paused/)
  await app.tree.selectRoot()
  await expect(app.inspector.pane).toContainText(/paused\s*since \d\d:\d\d/)
  // Whoever waits for a person goes on waiting.
  await expect(app.tree.agent('Fix the missed caller')).toHaveAccessibleName(/needs you/)

  const elapsed = app.inspector.button(/^elapsed/)
  // The clock of the page ticks once a second: until the moment of the pause it may still have to catch up.
  await expect(drawer.drawer).toContainText(/paused for ((?:[2-9]|\d\d)s|\dm)/)
  const before = (await elapsed.textContent()) ?? ''
  await expect(drawer.drawer).toContainText(/paused for ((?:[5-9]|\d\d)s|\dm)/)
  await expect(elapsed).toHaveText(before)

  const card = drawer.cards.first()
  const allow = card.getByRole('button', { name: /Allow once/ })
  await expect(allow).toHaveAttribute('aria-disabled', 'true')
  await expect(allow).toHaveAccessibleDescription(/paused/)
  await card.focus()
  await app.page.keyboard.press('Enter')
  await allow.click({ force: true })
  await expect(drawer.cards).toHaveCount(1)
  await expect(card).toContainText('it can be answered when it goes on')
  expect(existsSync(join(folder, 'guarded.txt'))).toBe(false)

  await drawer.button(/^Continue$/).click()
  await expect(row).toContainText('running')
  await expect(app.tree.agent('Review the token refresh patch')).toHaveAccessibleName(/running/)
  await expect(allow).not.toHaveAttribute('aria-disabled', 'true')
  await allow.click()
  await expect(drawer.cards).toHaveCount(0)
  await expect.poll(() => existsSync(join(folder, 'guarded.txt'))).toBe(true)
})

test('a run that was paused before the page came is shown as such', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  await drawer.button(/^Pause$/).click()
  await expect(app.runs.row(/guard it/)).toContainText('paused')
  await app.page.reload()
  await expect(app.runs.row(/guard it/)).toContainText('paused')
  await expect(app.tree.agent('Review the token refresh patch')).toHaveAccessibleName(/paused/)
})
