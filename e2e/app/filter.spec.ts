import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { LONG, LongRun } from './longRun'
import { placeThreeProjects } from './threeProjects'

test.describe('a long transcript is narrowed', () => {
  let long: LongRun

  test.beforeEach(async ({ world, app }) => {
    long = new LongRun(world)
    await world.register(LONG, { status: 'busy' })
    await app.open()
    await app.runs.open('Walk through all of it')
    await app.tree.selectRoot()
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    await app.inspector.transcript.press('ControlOrMeta+Shift+f')
  })

  const box = (app: App) => app.page.getByRole('dialog', { name: 'Filter the transcript' })

  test('to its errors, and to the calls of a tool, with counts', async ({ app }) => {
    await expect(box(app).getByRole('checkbox', { name: /^prompts/ })).toBeVisible()
    await expect(box(app)).toContainText('120')
    expect(await violations(app)).toEqual([])
    await box(app)
      .getByRole('checkbox', { name: /^errors/ })
      .check()
    await expect(app.inspector.items).toHaveCount(1)
    await expect(app.inspector.transcript).toContainText('echo turn 7')
    await expect(app.inspector.pane).toContainText('1 of 360')
    await box(app).getByRole('checkbox', { name: /^Bash/ }).check()
    await expect(app.inspector.transcript).toContainText('echo turn 120')
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeHidden()
    await app.page.keyboard.press('Escape')
    await app.inspector.button('show all').click()
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
  })

  test('what comes is let through or not, and the end is followed', async ({ app }) => {
    await box(app).getByRole('checkbox', { name: /^text/ }).check()
    await app.page.keyboard.press('Escape')
    await expect(app.inspector.transcript.getByText('prompt number 120')).toBeHidden()
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    long.say('said while only texts are listed')
    await expect(app.inspector.transcript.getByText('said while only texts are listed')).toBeInViewport()
    expect(await app.inspector.distanceToEnd()).toBeLessThan(40)
  })

  test('a search and a jump lead to what is hidden all the same, and the choice is there again later', async ({ app }) => {
    await box(app)
      .getByRole('checkbox', { name: /^errors/ })
      .check()
    await app.page.keyboard.press('Escape')
    await expect(app.inspector.items).toHaveCount(1)
    await app.inspector.transcript.press('ControlOrMeta+f')
    await app.inspector.pane.getByRole('textbox', { name: 'Find in transcript' }).fill('needle')
    await expect(app.inspector.transcript.getByText('where the needle lies')).toBeInViewport()
    await expect(app.inspector.items).toHaveCount(2)
    await app.inspector.pane.getByRole('textbox', { name: 'Find in transcript' }).press('Escape')
    await app.inspector.tab('Facts').click()
    await app.inspector.tab('Transcript').click()
    await expect(app.inspector.items).toHaveCount(1)
    await expect(app.inspector.button('show all')).toBeVisible()
  })
})

test('runs are narrowed to a time, sorted and grouped, and the order is kept', async ({ world, app }) => {
  placeThreeProjects(world)
  const titles = ['Fix the flaky login test', 'Rename the config keys', 'Load test the gateway']
  await app.open()
  await expect(app.runs.row('Fix the flaky login test')).toBeVisible()
  const choices = app.page.getByRole('dialog', { name: 'Filter and group the runs' })
  await app.runs.pane.getByRole('button', { name: 'Filter and group' }).click()
  await choices.getByRole('radio', { name: 'nothing' }).check()
  await choices.getByRole('radio', { name: 'agents' }).check()
  await expect(app.runs.rows.first()).toContainText('Fix the flaky login test')
  expect(await violations(app)).toEqual([])
  await choices.getByRole('radio', { name: 'custom' }).check()
  await choices.getByLabel('to', { exact: true }).fill('2001-01-01')
  for (const title of titles) await expect(app.runs.row(title)).toBeHidden()
  await choices.getByRole('radio', { name: 'all', exact: true }).check()
  for (const title of titles) await expect(app.runs.row(title)).toBeVisible()
  await choices.getByRole('radio', { name: 'status' }).check()
  await expect(app.runs.pane).toContainText('completed')
})

test('the agents of a run are listed in parts and sorted, and a press selects one in the tree', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await app.tree.selectRoot()
  await app.inspector.tab('Subtree').click()
  const agents = app.inspector.pane.getByRole('region', { name: 'Agents' })
  await expect(agents.getByRole('heading', { level: 4 })).toHaveText([/completed\s*3/])
  await agents.getByRole('button', { name: /^Group/ }).click()
  await app.page.getByRole('menuitem', { name: /by depth/ }).click()
  await expect(agents.getByRole('heading', { level: 4 })).toHaveText([/1 level below\s*2/, /2 levels below\s*1/])
  await agents.getByRole('button', { name: /^Sort/ }).click()
  await app.page.getByRole('menuitem', { name: /most expensive first/ }).click()
  expect(await violations(app)).toEqual([])
  await agents.getByRole('button', { name: /Fix the missed caller/ }).click()
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
})
