import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { placeThreeProjects } from './threeProjects'

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds no serious violation in the ${theme} theme`, async ({ world, app }) => {
    // Nine states of the window, each looked at element by element.
    test.slow()
    placeThreeProjects(world)
    await app.open()
    await app.page.emulateMedia({ colorScheme: theme })
    const found: Record<string, string[]> = {}
    const check = async (state: string): Promise<void> => {
      const lines = await violations(app)
      if (lines.length > 0) found[state] = lines
    }
    await check('a run not yet chosen')
    await app.runs.open('Fix the flaky login test')
    await app.tree.press('Map the login flow')
    await expect(app.inspector.transcript).toContainText('Seven files')
    await check('tree and transcript')
    for (const tab of ['Prompt & result', 'Tools', 'Facts']) {
      await app.inspector.tab(tab).click()
      await check(tab)
    }
    await app.palette.open()
    await check('palette')
    await app.page.keyboard.press('Escape')
    await app.attention.button.click()
    await check('attention')
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Settings' }).click()
    await check('settings')
    expect(found).toEqual({})
  })

  test(`axe finds no serious violation on the first start in the ${theme} theme`, async ({ app }) => {
    await app.open()
    await app.page.emulateMedia({ colorScheme: theme })
    expect(await violations(app)).toEqual([])
  })
}

test('the theme is switched, and remembered after a relaunch', async ({ app }) => {
  await app.open()
  const background = () => app.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const first = await background()
  await app.page.getByRole('button', { name: /^(Light|Dark) theme$/ }).click()
  await expect.poll(background).not.toBe(first)
  const second = await background()
  await app.relaunch()
  await expect.poll(background).toBe(second)
  await app.page.getByRole('button', { name: /^(Light|Dark) theme$/ }).click()
  await expect.poll(background).toBe(first)
})

for (const width of [1000, 860, 640]) {
  test(`a window of ${width} keeps everything in reach`, async ({ world, app }) => {
    placeThreeProjects(world)
    await app.open()
    await app.shell.resize(width, 720)
    await app.runs.rows.first().click()
    await app.runs.rows.last().click()
    await app.runs.rows.first().click()
    await expect(app.tree.items.first()).toBeAttached()
    await app.tree.selectRoot()
    await app.page.keyboard.press('Enter')
    await expect(app.inspector.pane).toBeVisible()
    const [scrolled, inner] = await app.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
    expect(scrolled).toBeLessThanOrEqual(inner)
    const box = await app.inspector.pane.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 1)
    await expect(app.page.getByRole('banner').getByRole('button')).not.toHaveCount(0)
    if (width < 900) {
      await app.page.keyboard.press('Escape')
      await expect(app.inspector.pane).toHaveCount(0)
    }
  })
}
