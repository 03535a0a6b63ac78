import { ASKING, askingRun } from './askingRun'
import { countNotifications, shownNotifications } from './countNotifications'
import { expect, test } from './harness/test'
import { sessionFile } from './sessionFile'

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
  expect(await shownNotifications(app.page)).toEqual([])
  await session.say({ status: 'busy' })
  await expect(app.attention.button).toContainText('nothing needs you')
  await session.say({ status: 'waiting', waitingFor: 'permission prompt' })
  await expect(app.attention.button).toContainText('1 needs you')
  await expect.poll(() => shownNotifications(app.page)).toEqual([expect.stringContaining('needs you')])
  await session.end()
})
