import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { placeScripted } from './drive/placeScripted'
import { expect, test } from './harness/test'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

test('a session is started, answered, told more, interrupted, stopped, resumed and forked without the mouse', async ({
  world,
  app,
}) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { page } = app
  const { keyboard } = page
  const { dialog, folder: where } = new NewRunDialog(page)
  const drawer = new SessionDrawer(page)
  const waits = () => expect(drawer.drawer).toContainText('waits for your message')
  const choose = async (words: RegExp): Promise<void> => {
    await keyboard.press('Control+K')
    await expect(app.palette.dialog).toBeVisible()
    await keyboard.type(words.source.slice(1).toLowerCase())
    // Whether it can be done is known a moment after the run has changed.
    const offered = app.palette.dialog.getByRole('option', { name: words, disabled: false }).filter({ hasNotText: 'why not' })
    await expect(offered).not.toHaveCount(0)
    const chosen = app.palette.dialog.getByRole('option', { selected: true })
    // The name of a folder may fit the letters as well.
    for (let steps = 0; steps < 10 && !words.test((await chosen.textContent()) ?? ''); steps++) await keyboard.press('ArrowDown')
    await expect(chosen).toHaveAccessibleName(words)
    await keyboard.press('Enter')
    await expect(app.palette.dialog).toHaveCount(0)
  }
  const tabTo = async (place: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> => {
    const isThere = (): Promise<boolean> => place.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 60 && !(await isThere()); presses++) await keyboard.press(key)
    await expect(place).toBeFocused()
  }
  await test.step('started', async () => {
    await keyboard.press('Shift+N')
    await expect(dialog).toBeVisible()
    await keyboard.type('guard it')
    await tabTo(where, 'Shift+Tab')
    await keyboard.press('Control+A')
    await keyboard.type(folder)
    await expect(dialog).toContainText(`This is what will run in ${folder}`)
    await keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('answered', async () => {
    await expect(drawer.cards).toHaveCount(1)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await keyboard.press('n')
    await expect(app.tree.selected).toHaveAccessibleName(/fixer #1/)
    // What has just come to where it stands answers nothing yet.
    await expect(page.locator('[data-ask]:not([aria-busy="true"])')).not.toHaveCount(0)
    await keyboard.press('r')
    await expect(page.locator('[data-ask]:focus')).toHaveCount(1)
    expect(existsSync(join(folder, 'guarded.txt'))).toBe(false)
    await keyboard.press('Enter')
    await expect(drawer.cards).toHaveCount(0)
    await expect(app.tree.agent('Fix the missed caller')).toHaveAccessibleName(/completed/)
    expect(readFileSync(join(folder, 'guarded.txt'), 'utf8')).toBe('written')
    await waits()
  })
  await test.step('told more, and interrupted', async () => {
    await keyboard.press('c')
    await expect(drawer.message).toBeFocused()
    await keyboard.type('a slow one')
    await keyboard.press('Control+Enter')
    await expect(drawer.drawer).toContainText('in a turn for')
    await keyboard.press('Escape')
    await waits()
  })
  await test.step('stopped', async () => {
    await tabTo(drawer.button(/^Stop$/), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(drawer.drawer).toContainText('ended')
    await tabTo(app.tree.tree, 'Shift+Tab')
    await keyboard.press('Home')
    await expect(app.tree.selected).toHaveAttribute('aria-level', '1')
  })
  for (const way of ['Resume', 'Fork']) {
    await test.step(way, async () => {
      await choose(new RegExp(`^${way}`))
      const going = page.getByRole('dialog', { name: new RegExp(`^${way}`) })
      await expect(going.getByRole('group', { name: 'Command' })).toBeVisible()
      await keyboard.type('just say it')
      await keyboard.press('Control+Enter')
      await expect(going).toHaveCount(0)
      await waits()
    })
  }
  await expect(app.runs.rows).toHaveCount(2)
})
