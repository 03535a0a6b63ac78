import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeScripted } from './drive/placeScripted'
import { startServe } from './harness/startServe'
import { expect, test } from './harness/test'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'
import { placeThreeProjects } from './threeProjects'

test('a page whose server was started again says so, and goes on once the new link was opened @web', async ({
  world,
  machine,
}) => {
  placeThreeProjects(world)
  const { env } = world.workspace
  const first = await startServe(env)
  const port = Number(new URL(first.url).port)
  const context = await (await machine.openBrowser()).newContext()
  const page = await context.newPage()
  await page.goto(first.url)
  const row = page.getByRole('option', { name: 'Fix the flaky login test' })
  await expect(row).toBeVisible()
  await first.stop()
  await expect(page.getByRole('alert')).toContainText('Understory was ended')
  const second = await startServe(env, port)
  await expect(page.getByRole('alert')).toContainText('open the new link', { timeout: 15_000 })
  await expect(page.getByRole('alert')).not.toContainText('next try')
  await expect(row).toBeVisible()
  const other = await context.newPage()
  await other.goto(second.url)
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await context.close()
  await second.stop()
})

test('the program is killed while its sessions work and ask: started again, they are there, and are answered @desktop', async ({
  world,
  app,
}) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  await new NewRunDialog(app.page).start(folder, 'a slow one')
  await expect(new SessionDrawer(app.page).drawer).toContainText('in a turn for')
  await new NewRunDialog(app.page).start(folder, 'guard it')
  await expect(new SessionDrawer(app.page).cards).toHaveCount(1)
  await app.kill()
  await app.relaunch()
  await expect(app.attention.button).toContainText('1 needs you')
  await app.runs.open('guard it')
  const { drawer, cards } = new SessionDrawer(app.page)
  await expect(cards).toHaveCount(1)
  await cards.first().focus()
  await app.page.keyboard.press('Enter')
  await expect(cards).toHaveCount(0)
  await expect(drawer).toContainText('waits for your message')
  expect(readFileSync(join(folder, 'guarded.txt'), 'utf8')).toBe('written')
  await app.runs.open('a slow one')
  await expect(drawer).toContainText('in a turn for')
})

test('a session that breaks off has failed wherever it is shown, also after a restart @desktop', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  await new NewRunDialog(app.page).start(folder, 'crash on the way')
  await expect(new SessionDrawer(app.page).drawer.getByRole('alert')).toContainText('exit code 3')
  const expectFailed = async (): Promise<void> => {
    const row = app.runs.row('crash on the way')
    await expect(row).toHaveAccessibleName(/failed/)
    await row.click()
    await expect(app.tree.items.first()).toHaveAccessibleName(/failed/)
    await expect(app.tree.card('crash on the way')).toContainText('exit code 3: Error: out of memory')
  }
  await expectFailed()
  await app.attention.button.click()
  await expect(app.attention.items).toContainText(['exit code 3: Error: out of memory'])
  await app.page.keyboard.press('Escape')
  await app.kill()
  await app.relaunch()
  await expectFailed()
})
