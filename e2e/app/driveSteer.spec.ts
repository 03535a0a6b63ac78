import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBroken } from './drive/openBroken'
import { openLimits } from './drive/openLimits'
import { placeScripted } from './drive/placeScripted'
import type { App } from './harness/App'
import { holdCalls, letThrough } from './harness/holdCalls'
import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

const parts = (app: App) => ({ dialog: new NewRunDialog(app.page), drawer: new SessionDrawer(app.page) })

test('what waits is taken back whole, however long and however many', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'a slow one')
  await expect(drawer.drawer).toContainText('in a turn for')
  const long = `begin ${'word '.repeat(40_000)}END`
  await drawer.send(long)
  for (let at = 0; at < 13; at++) await drawer.send(`message ${at}`)
  await expect(drawer.queued).toHaveCount(14)
  await drawer.queued.first().getByRole('button', { name: 'Take it back and change it' }).click()
  await expect(drawer.queued).toHaveCount(13)
  await expect.poll(async () => (await drawer.message.inputValue()) === long).toBe(true)
  await drawer.queued.last().getByRole('button', { name: 'Take it back', exact: true }).click()
  await expect(drawer.queued).toHaveCount(12)
})

test('a start that failed and a limit that was passed are in the attention list, and lead there', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'just say it')
  await expect(drawer.drawer).toContainText('waits for your message')
  const limits = await openLimits(app)
  await expect(limits.getByRole('textbox', { name: /^Tokens/ })).toBeVisible()
  const box = await limits.boundingBox()
  for (const field of await limits.getByRole('textbox').all()) {
    const { x, width } = (await field.boundingBox()) ?? { x: 0, width: 9999 }
    expect(x + width).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0))
  }
  await limits.getByRole('textbox', { name: /^Tokens/ }).fill('1')
  await app.page.keyboard.press('Control+Enter')
  await expect(limits).toHaveCount(0)
  const banner = app.page.getByRole('status').filter({ hasText: 'Limit passed' })
  await expect(banner).toBeVisible({ timeout: 15_000 })

  await openBroken(app, folder)
  await app.attention.button.click()
  const failed = app.attention.items.filter({ hasText: 'A start failed' })
  const passed = app.attention.items.filter({ hasText: 'Limit passed' })
  await expect(failed).toContainText('Invalid API key')
  await expect(passed).toContainText('of 1 tokens')
  await expect(app.attention.list.getByRole('button', { name: /^All / })).toContainText(/All [23]/)
  expect(await violations(app)).toEqual([])
  await passed.getByRole('button', { name: 'Open' }).click()
  await expect(banner).toBeVisible()
  await expect(app.tree.selected).toHaveCount(1)
  await app.attention.button.click()
  await failed.getByRole('button', { name: 'Open' }).click()
  await expect(app.page.getByRole('region', { name: 'The new run' })).toContainText('Invalid API key')
  await app.attention.button.click()
  await failed.getByRole('button', { name: 'Dismiss' }).click()
  await expect(failed).toHaveCount(0)
  await passed.getByRole('button', { name: 'Dismiss' }).click()
  await expect(passed).toHaveCount(0)
  await app.page.keyboard.press('Escape')
  await app.runs.open('just say it')
  await expect(banner).toHaveCount(0)
})

test('what cannot be stopped is said where it was asked, and what has ended is not offered to be stopped', async ({
  world,
  app,
}) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  await app.tree.press('Reproduce the flake')
  await app.inspector.pane.getByRole('button', { name: 'Stop this agent alone' }).click()
  const asked = app.page.getByRole('dialog', { name: /^Stop general-purpose/ })
  await asked.getByRole('button', { name: 'Stop it' }).click()
  await expect(
    asked.or(app.tree.agent('Reproduce the flake').and(app.page.getByRole('treeitem', { name: /interrupted|stopped/ }))),
  ).not.toHaveCount(0)
  await app.page.keyboard.press('Escape')

  await drawer.button(/^Stop$/).click()
  const stop = app.page.getByRole('dialog', { name: 'Stop this run?' })
  const [pid] = /\d+/.exec((await stop.getByText(/It runs as process/).textContent()) ?? '') ?? []
  process.kill(Number(pid), 'SIGKILL')
  await expect(stop).toContainText('nothing is left to stop')
  await expect(stop.getByRole('button', { name: /Stop now/ })).toHaveCount(0)
  await stop.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(drawer.drawer).toContainText('ended by SIGKILL')
})

test('what a person was writing to a session that ends is left to them', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'a slow one')
  await expect(drawer.drawer).toContainText('in a turn for')
  await drawer.message.fill('and then tidy up')
  const [, pid] = /process (\d+)/.exec((await drawer.drawer.textContent()) ?? '') ?? []
  process.kill(Number(pid), 'SIGKILL')
  const left = drawer.drawer.getByRole('textbox', { name: 'What you wrote' })
  await expect(left).toHaveValue('and then tidy up')
  await expect(left).toBeFocused()
  await expect(drawer.drawer).toContainText('this was not sent')
  await drawer.button('Dismiss').click()
  await expect(left).toHaveCount(0)
})

test('what is answered late closes nothing that was opened since @web', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables, before: (page) => holdCalls(page, 'stopAgent') })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  await app.tree.press('Reproduce the flake')
  await app.inspector.pane.getByRole('button', { name: 'Stop this agent alone' }).click()
  await app.page.getByRole('button', { name: 'Stop it' }).click()
  await app.page.keyboard.press('Escape')
  await drawer.button(/^Stop$/).click()
  const stop = app.page.getByRole('dialog', { name: 'Stop this run?' })
  await expect(stop).toBeVisible()
  await letThrough(app.page)
  await expect(app.tree.agent('Reproduce the flake')).toHaveAccessibleName(/interrupted|stopped/)
  await expect(stop.getByRole('button', { name: /Stop now/ })).toBeVisible()
})

test('a second press on Stop does nothing else; forgetting lies elsewhere', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'just say it')
  await expect(drawer.drawer).toContainText('waits for your message')
  const box = await drawer.button(/^Stop$/).boundingBox()
  if (!box) throw new Error('no button')
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await app.page.mouse.click(...at)
  await expect(drawer.drawer).toContainText('ended')
  await app.page.mouse.click(...at)
  const forget = drawer.button(/^Forget that it was started here/)
  await expect(forget).toBeVisible()
  const far = await forget.boundingBox()
  expect(Math.abs((far?.x ?? 0) - box.x)).toBeGreaterThan(200)
  await forget.click()
  await expect(drawer.drawer).toHaveCount(0)
  await expect(app.runs.row('just say it')).toBeVisible()
})

test('Escape interrupts from anywhere in the drawer, and says so only there', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'a slow one')
  await expect(drawer.drawer).toContainText('in a turn for')
  const key = drawer.button('Interrupt').locator('.kbd')
  await app.tree.selectRoot()
  await expect(key).toBeHidden()
  await drawer.button('Interrupt').focus()
  await expect(key).toBeVisible()
  await app.page.keyboard.press('Escape')
  await expect(drawer.drawer).toContainText('waits for your message')
})

test('what the inspector offers is found in the palette, also while no node is selected', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'just say it')
  await expect(drawer.drawer).toContainText('waits for your message')
  await expect(app.tree.selected).toHaveCount(0)
  await app.page.keyboard.press('Control+K')
  await app.page.keyboard.type('fork')
  await expect(app.palette.dialog.getByRole('option', { name: /fork/i }).first()).toBeVisible()
  expect(existsSync(join(folder, 'guarded.txt'))).toBe(false)
})

test('what goes along is said by kind, and adds up', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await drawer.cards.first().focus()
  await app.page.keyboard.press('Enter')
  await expect(app.tree.agent('Fix the missed caller')).toHaveAccessibleName(/completed/)
  await app.tree.press('Map the login flow')
  await app.inspector.pane.getByRole('button', { name: 'Continue from here' }).click()
  const going = app.page.getByRole('dialog', { name: /Continue from/ })
  await expect(going).toContainText(/about [\d.]+k of 200k tokens/)
  for (const kind of ['Prompts', 'Its text and thinking', 'Tool calls with their results'])
    await expect(going.getByRole('rowheader', { name: kind })).toBeVisible()
  await going.getByRole('slider', { name: 'Cut after' }).press('ArrowLeft')
  await expect(going.getByRole('rowheader', { name: /^Left out: what comes after the cut/ })).toBeVisible()
  expect(readFileSync(join(folder, 'guarded.txt'), 'utf8')).toBe('written')
})
