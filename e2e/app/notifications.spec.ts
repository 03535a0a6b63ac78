import { ASKING, askingRun } from './askingRun'
import { expect, test } from './harness/test'
import { sessionFile } from './sessionFile'
import { placeThreeProjects } from './threeProjects'

const waiting = { status: 'waiting', waitingFor: 'permission prompt' } as const
const needing = /^.+ needs you: permission\nDeploy the gateway/

test.describe('desktop notifications @desktop', () => {
  test.beforeEach(({ world }) => {
    placeThreeProjects(world)
    world.writeFile(sessionFile('acme', ASKING), askingRun())
  })

  test('what newly needs a person is told once, and a click leads there; what was there before is not told', async ({
    world,
    app,
  }) => {
    const session = await world.register(ASKING, waiting)
    await app.open()
    await app.desktop.watch({ isLooking: false })
    await app.runs.open('Fix the flaky login test')
    await expect(app.attention.button).toContainText('1 needs you')
    await session.say({ status: 'busy' })
    await expect.poll(() => app.desktop.badge()).toBe(0)
    await session.say(waiting)
    await expect.poll(() => app.desktop.badge()).toBe(1)
    expect((await app.desktop.told()).notifications).toEqual([expect.stringMatching(needing)])
    await app.desktop.clickNotification(0)
    await expect(app.page).toHaveTitle(/Deploy the gateway/)
    await expect(app.inspector.pane).toContainText('needs you: permission')
    expect((await app.desktop.told()).notifications).toHaveLength(1)
    await session.end()
  })

  test('who has the window before them, or does not want to know, is counted for but not called', async ({ world, app }) => {
    const session = await world.register(ASKING, { status: 'busy' })
    await app.open()
    await app.desktop.watch({ isLooking: true })
    await session.say(waiting)
    await expect.poll(() => app.desktop.badge()).toBe(1)
    await session.say({ status: 'busy' })
    await expect.poll(() => app.desktop.badge()).toBe(0)
    expect((await app.desktop.told()).notifications).toEqual([])
    await app.page.getByRole('button', { name: 'Settings' }).click()
    await app.page.getByRole('dialog', { name: 'Settings' }).getByRole('checkbox', { name: 'needs you' }).click()
    await expect(app.page.getByRole('checkbox', { name: 'needs you' })).not.toBeChecked()
    await app.desktop.watch({ isLooking: false })
    await session.say(waiting)
    await expect.poll(() => app.desktop.badge()).toBe(1)
    expect((await app.desktop.told()).notifications).toEqual([])
    await session.end()
  })

  test('the demo calls nobody', async ({ app }) => {
    await app.open()
    await app.desktop.watch({ isLooking: false })
    await app.palette.open()
    await app.palette.input.fill('Play the demo')
    await app.page.keyboard.press('Enter')
    await expect(app.page.getByText('a recorded run played as if live')).toBeVisible()
    // For moments only: a look now and then would miss it.
    const isNeeded = (): boolean => /\d+ needs? you/.test(document.querySelector('header .need')?.textContent ?? '')
    await app.page.waitForFunction(isNeeded, undefined, { polling: 30, timeout: 45_000 })
    const { notifications, badges } = await app.desktop.told()
    expect([notifications, badges.filter((count) => count > 0)]).toEqual([[], []])
  })
})
