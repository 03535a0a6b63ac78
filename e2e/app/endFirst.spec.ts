import { holdCalls, letThrough } from './harness/holdCalls'
import { expect, test } from './harness/test'
import { LONG, LongRun } from './longRun'

test.describe('only the end is there @web', () => {
  let long: LongRun

  test.beforeEach(async ({ world, app }) => {
    long = new LongRun(world)
    await world.register(LONG, { status: 'busy' })
    // Until it is let through its end is there, as with a long one that is being read.
    await app.open({ before: (page) => holdCalls(page, 'readTranscript') })
    await app.runs.open('Walk through all of it')
    await app.tree.selectRoot()
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
  })

  test('[S1.18] who scrolls up meanwhile stays there, and only what comes afterwards is new', async ({ app }) => {
    await app.inspector.scroll(-300)
    await letThrough(app.page)
    await app.inspector.untilWhole()
    await expect(app.inspector.button(/ new$/)).toHaveCount(0)
    const before = await app.inspector.firstSeen()
    long.say('said below the reader')
    await expect(app.inspector.button('1 new')).toBeVisible()
    expect(await app.inspector.firstSeen()).toEqual(before)
  })

  test('the record of an item is its own, however early it is asked for', async ({ app }) => {
    const { inspector, page } = app
    await inspector.transcript.getByText('answer number 120').hover()
    await inspector.transcript.getByRole('button', { name: 'More for this item' }).last().click()
    await page.getByRole('menuitem', { name: 'Open raw record' }).click()
    await letThrough(page)
    const record = page.getByRole('dialog', { name: 'Raw record of item 360' })
    await expect(record).toContainText('answer number 120')
  })

  test('the first item is the first of all, not of the end', async ({ app }) => {
    const { inspector, page } = app
    await inspector.transcript.press('Home')
    await letThrough(page)
    await expect(inspector.transcript.getByText('Walk through all of it')).toBeInViewport()
    await expect(page.locator('[data-index="0"]')).toBeFocused()
  })

  test('what is looked for is found before the end as well', async ({ app }) => {
    const { inspector, page } = app
    await inspector.transcript.press('ControlOrMeta+f')
    await inspector.pane.getByRole('textbox', { name: 'Find in transcript' }).fill('needle')
    await letThrough(page)
    await expect(inspector.transcript.getByText('where the needle lies')).toBeInViewport()
    await expect(inspector.pane).toContainText('1 / 1')
  })

  test('the way to an error leads to the one that is meant', async ({ app }) => {
    const { inspector, page } = app
    await inspector.transcript.press('{')
    await letThrough(page)
    await expect(inspector.transcript.getByText('echo turn 7', { exact: false }).first()).toBeInViewport()
  })
})

test('what can be done arrives late and moves nothing that is read @web', async ({ world, app }) => {
  new LongRun(world)
  await world.register(LONG, { status: 'busy' })
  await app.open({ before: (page) => holdCalls(page, 'listActs') })
  await app.runs.open('Walk through all of it')
  await app.tree.selectRoot()
  const { inspector } = app
  await expect(inspector.transcript.getByText('answer number 120')).toBeInViewport()
  const before = { seen: await inspector.firstSeen(), box: await inspector.transcript.boundingBox() }
  const ways = inspector.pane.getByRole('toolbar', { name: 'Ways on' })
  await expect(ways).toHaveCount(0)
  await letThrough(app.page)
  await expect(ways).toBeVisible()
  expect({ seen: await inspector.firstSeen(), box: await inspector.transcript.boundingBox() }).toEqual(before)
})
