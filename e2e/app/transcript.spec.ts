import { expect, test } from './harness/test'
import { LONG, LongRun } from './longRun'
import { placeThreeProjects } from './threeProjects'

test.describe('a long transcript', () => {
  let long: LongRun

  test.beforeEach(async ({ world, app }) => {
    long = new LongRun(world)
    await world.register(LONG, { status: 'busy' })
    await app.open()
    await app.runs.open('Walk through all of it')
    await app.tree.selectRoot()
  })

  test('opens at its end and follows what is appended @smoke', async ({ app }) => {
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    for (const word of ['first', 'second', 'third']) {
      long.say(`the ${word} thing said since`)
      await expect(app.inspector.transcript.getByText(`the ${word} thing said since`)).toBeInViewport()
    }
    expect(await app.inspector.distanceToEnd()).toBeLessThan(40)
  })

  test('stays where the reader is when more comes, and one press leads back to the end', async ({ app }) => {
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    await app.inspector.scroll(-3000)
    const before = await app.inspector.firstSeen()
    long.say('said below the reader')
    await expect(app.inspector.button('1 new')).toBeVisible()
    expect(await app.inspector.firstSeen()).toEqual(before)
    await app.inspector.button('1 new').click()
    await expect(app.inspector.transcript.getByText('said below the reader')).toBeInViewport()
  })

  test('scrolls back to its very beginning without a blank', async ({ app }) => {
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    await expect(async () => {
      await app.inspector.scroll(-4000)
      await expect(app.inspector.transcript.getByText('Walk through all of it')).toBeInViewport({ timeout: 200 })
    }).toPass({ timeout: 20_000 })
  })

  test('finds a word anywhere in it and goes there', async ({ app }) => {
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    await app.inspector.transcript.press('ControlOrMeta+f')
    await app.inspector.pane.getByRole('textbox', { name: 'Find in transcript' }).fill('needle')
    await expect(app.inspector.transcript.getByText('where the needle lies')).toBeInViewport()
    await expect(app.inspector.pane).toContainText('1 / 1')
  })

  test('jumps to the error, and from prompt to prompt', async ({ app }) => {
    await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
    await app.inspector.transcript.press('{')
    await expect(app.inspector.transcript.getByText('echo turn 7', { exact: false }).first()).toBeInViewport()
    await app.inspector.transcript.press('[')
    await expect(app.inspector.transcript.getByText('prompt number 7')).toBeInViewport()
  })
})

test.describe('an agent is read', () => {
  test.beforeEach(async ({ world, app }) => {
    placeThreeProjects(world)
    await app.open()
    await app.runs.open('Fix the flaky login test')
  })

  test('a click on its node shows what it was asked, did and answered @smoke', async ({ app }) => {
    await app.tree.press('Map the login flow')
    await expect(app.inspector.title).toContainText('Explore #1')
    await expect(app.inspector.transcript).toContainText('Map the login flow')
    await expect(app.inspector.transcript).toContainText('Read')
    await expect(app.inspector.transcript).toContainText('Seven files, two suspicious waits.')
    await app.inspector.tab('Prompt & result').click()
    await expect(app.inspector.pane).toContainText('Seven files, two suspicious waits.')
    await app.inspector.tab('Tools').click()
    await expect(app.inspector.pane.getByRole('row', { name: /Read/ })).toContainText('1')
    await app.inspector.tab('Facts').click()
    await expect(app.inspector.pane).toContainText('a00000000000000e1')
  })

  test('a spawn call leads to its agent, and back leads back', async ({ app }) => {
    await app.tree.press('Review the token refresh')
    await app.inspector.transcript.getByRole('button', { name: /Fix the missed caller/ }).click()
    await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
    await app.page.keyboard.press('Alt+ArrowLeft')
    await expect(app.tree.selected).toHaveAccessibleName(/Review the token refresh/)
  })

  test('Markdown is text with marks, not marks', async ({ app }) => {
    await app.tree.selectRoot()
    await expect(app.inspector.transcript.getByText('redirect', { exact: true })).toBeVisible()
    await expect(app.inspector.transcript).not.toContainText('**')
  })

  test('a tool call opens to its input and output', async ({ app }) => {
    await app.tree.press('Map the login flow')
    await app.inspector.transcript.getByRole('button', { name: /Read/ }).first().click()
    await expect(app.inspector.transcript).toContainText('export const login = 1')
  })
})
