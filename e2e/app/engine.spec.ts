import { TranscriptWriter } from '../../src/testing/writeSession'
import { expect, test } from './harness/test'
import { sessionFile } from './sessionFile'
import { placeThreeProjects } from './threeProjects'

const LATER = 'aaaaaaaa-0000-4000-8000-00000000000d'

test('an engine that is lost is said, what was shown stays, and all that happened meanwhile is there when it is back @smoke', async ({
  world,
  app,
}) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await expect(app.tree.agent('Map the login flow')).toBeAttached()
  await app.loseEngine()
  await expect(app.page.getByRole('alert')).toContainText(/connection|engine/i)
  await expect(app.tree.agent('Map the login flow')).toBeAttached()
  const later = new TranscriptWriter(null, LATER).prompt(100, 'Written while nobody listened').text(101, 'Done.')
  world.writeFile(sessionFile('acme', LATER), `${later.lines.join('\n')}\n`)
  await app.shell.returnEngine()
  await expect(app.runs.row('Written while nobody listened')).toBeVisible({ timeout: 15_000 })
  await expect(app.page.getByRole('alert')).toHaveCount(0)
  await app.tree.expectOutline([
    { description: 'Map the login flow', parent: null, words: ['completed'] },
    { description: 'Fix the missed caller', parent: 'Review the token refresh', words: ['completed'] },
  ])
})

test('two pages on one engine see the same, and one leaving does not disturb the other @web', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  const second = await app.page.context().newPage()
  app.noise.listen(second)
  await second.goto(app.page.url())
  await expect(second.getByText('Rename the config keys').first()).toBeVisible()
  await second.close()
  const later = new TranscriptWriter(null, LATER).prompt(100, 'Written after the other left').text(101, 'Done.')
  world.writeFile(sessionFile('acme', LATER), `${later.lines.join('\n')}\n`)
  await expect(app.runs.row('Written after the other left')).toBeVisible()
})
