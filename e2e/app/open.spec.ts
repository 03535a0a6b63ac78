import { expect, test } from './harness/test'
import { FIXER, placeThreeProjects, SHOP } from './threeProjects'

test('three projects are there when the window opens, and a run shows its tree @smoke', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await expect(app.runs.rows).toHaveCount(3)
  for (const title of ['Fix the flaky login test', 'Rename the config keys', 'Load test the gateway']) {
    await expect(app.runs.row(title)).toBeVisible()
  }
  await app.runs.open('Fix the flaky login test')
  await app.tree.expectOutline([
    { description: 'Map the login flow', parent: null, words: ['Explore #1', 'completed'] },
    { description: 'Review the token refresh', parent: null, words: ['reviewer #2', 'completed'] },
    { description: 'Fix the missed caller', parent: 'Review the token refresh', words: ['general-purpose #1', 'completed'] },
  ])
})

test('runs are grouped by project and narrowed by words', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.pane.getByRole('button', { name: 'Filter and group' }).click()
  await app.page.getByRole('radio', { name: 'project' }).check()
  await app.page.keyboard.press('Escape')
  await expect(app.runs.pane).toContainText('gateway')
  await app.runs.pane.getByRole('button', { name: 'Search the titles' }).click()
  await app.runs.pane.getByRole('textbox', { name: 'Search the titles of runs' }).fill('Load test')
  await expect(app.runs.rows).toHaveCount(1)
  await expect(app.runs.rows).toContainText('Load test the gateway')
  await expect(app.runs.pane.getByRole('status')).toContainText('1 of 3')
  await app.runs.pane.getByRole('button', { name: 'clear' }).click()
  await expect(app.runs.rows).toHaveCount(3)
})

test('an address given at the start opens its agent @smoke', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open({ uri: `claude://${SHOP}/${FIXER}` })
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
  await expect(app.inspector.transcript).toContainText('Fixed it.')
})

test('an address handed over later opens its agent in the same window @smoke', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.shell.handOver(`claude://${SHOP}/${FIXER}`)
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
})

test('with nothing on disk there are doors; the demo plays as if live, and stops', async ({ app }) => {
  await app.open()
  await expect(app.page.getByText('No runs yet')).toBeVisible()
  await expect(app.page.getByRole('heading', { name: 'Where we looked' })).toBeVisible()
  await app.page.getByRole('button', { name: 'Play', exact: true }).click()
  await app.runs.rows.first().click()
  await expect.poll(() => app.tree.items.count()).toBeGreaterThan(2)
  await app.page.getByRole('button', { name: /stop/i }).click()
  await expect(app.page.getByText('No runs yet')).toBeVisible()
})

test('a folder that cannot be read is said where the runs would be, with what to do', async ({ world, app }) => {
  test.skip(app.isDesktop && world.isRoot, 'root may read everything')
  placeThreeProjects(world)
  world.lock('projects')
  await app.open({ isNobody: world.isRoot })
  await expect(app.runs.pane).toContainText('cannot be read')
  world.unlock('projects')
  // It may find out by itself before the press arrives.
  const press = app.runs.pane.getByRole('button', { name: 'Look again' }).click({ timeout: 5_000 })
  await press.catch(() => undefined)
  await expect(app.runs.rows).toHaveCount(3)
})
