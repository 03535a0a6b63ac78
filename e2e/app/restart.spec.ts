import { startServe } from './harness/startServe'
import { expect, test } from './harness/test'
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
