import { placeScripted } from './drive/placeScripted'
import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

const parts = (app: App) => ({ dialog: new NewRunDialog(app.page), drawer: new SessionDrawer(app.page) })

for (const [width, height] of [
  [860, 860],
  [620, 560],
] as const) {
  test(`at ${width} × ${height} everything has a name, and the message field is in view`, async ({ world, app }) => {
    test.slow()
    const { folder, variables } = placeScripted(world)
    await app.open({ variables, width, height })
    const { dialog, drawer } = parts(app)
    const found: Record<string, string[]> = {}
    const check = async (state: string): Promise<void> => {
      const lines = await violations(app)
      if (lines.length > 0) found[state] = lines
    }
    await dialog.open()
    await dialog.fill(folder, 'guard it')
    await expect(dialog.command).toBeVisible()
    await check('new run')
    await dialog.prompt.press('Control+Enter')
    await expect(drawer.cards).toHaveCount(1)
    await check('composer with a permission')
    await expect(drawer.message).toBeInViewport({ ratio: 0.9 })
    await expect(drawer.cards.getByRole('button', { name: /Allow once/ })).toBeInViewport({ ratio: 0.9 })
    for (const name of [/^Interrupt/, /^Pause$/, /^Stop$/]) await expect(drawer.button(name)).toBeVisible()
    await drawer.button(/^Stop$/).hover()
    await expect(app.page.getByRole('tooltip')).toContainText('Stop')
    await drawer.button(/^Stop$/).click()
    await check('stop')
    await app.page.keyboard.press('Escape')
    await app.attention.button.click()
    await check('attention')
    await app.page.keyboard.press('Escape')
    await drawer.cards.first().focus()
    await app.page.keyboard.press('Enter')
    await expect(drawer.drawer).toContainText('waits for your message')
    await check('composer')
    expect(found).toEqual({})
  })
}

test('in a low window the tree and the inspector are not covered, and the zoom of that moment does not stay', async ({
  world,
  app,
}) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables, width: 1000, height: 420 })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  const canvas = app.page.locator('.canvas')
  expect((await canvas.boundingBox())?.height).toBeGreaterThan(80)
  await expect(drawer.message).toBeInViewport({ ratio: 0.9 })
  await app.tree.selectRoot()
  await app.shell.resize(1440, 900)
  const zoom = app.page.getByRole('group', { name: 'Zoom' })
  await expect(zoom).toContainText('100 %')
})

test('the map does not lie over what it is a map of', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables, width: 860, height: 860 })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  const map = app.page.locator('.canvas-map-place')
  await expect(map).toBeHidden()
  await app.shell.resize(1440, 900)
  await expect(map).toBeVisible()
  await app.shell.resize(1440, 480)
  await expect(map).toBeHidden()
})

test('the ways on say their names where their words are cut', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({
    variables,
    before: async (page) => {
      await page.addInitScript(() => localStorage.setItem('understory.page', '{"inspectorWidth":320}'))
    },
  })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'just say it')
  await expect(drawer.drawer).toContainText('waits for your message')
  await app.tree.selectRoot()
  const ways = app.inspector.pane.getByRole('toolbar', { name: 'Ways on' })
  await expect(ways.getByRole('button', { name: 'Resume' })).toBeVisible()
  const cut = await ways
    .locator('.act-word')
    .evaluateAll((words) => words.filter((word) => word.clientWidth > 1 && word.scrollWidth > word.clientWidth).length)
  expect(cut).toBe(0)
  await ways.getByRole('button', { name: 'Resume' }).hover()
  await expect(app.page.getByRole('tooltip')).toContainText('Resume')
})
