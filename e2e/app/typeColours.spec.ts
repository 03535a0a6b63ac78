import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { contrast } from '../../src/renderer/theme/contrast'
import { readableColour } from '../../src/renderer/theme/readableColour'
import { typeSurfaces } from '../../src/renderer/theme/typeSurfaces'
import { themeTokens } from '../../src/testing/themeTokens'
import { COLOURED, colouredFolder, defineAgent, defineOwnAgent, placeColouredRun } from './colouredRun'
import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { TOOLS } from './threeTools'

type Theme = 'dark' | 'light'

const { guard, editor, plan, plain, hostile } = COLOURED

function shownAs(colour: string, theme: Theme): string {
  return readableColour(colour, typeSurfaces(themeTokens(theme)))
}

/** `#rrggbb` of the text, and of the first ground behind it. */
function colours(place: Locator): Promise<{ text: string; ground: string }> {
  return place.evaluate((element) => {
    const hex = (css: string): string | null => {
      const [r, g, b, a] = [...css.matchAll(/[\d.]+/g)].map(([part]) => Number(part))
      const isMixed = css.startsWith('color(')
      if (a === 0 || css === 'transparent') return null
      return `#${[r, g, b]
        .map((v) =>
          Math.round((v ?? 0) * (isMixed ? 255 : 1))
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`
    }
    let at: Element | null = element
    let ground: string | null = null
    for (; at && ground === null; at = at.parentElement) ground = hex(getComputedStyle(at).backgroundColor)
    return { text: hex(getComputedStyle(element).color) ?? '', ground: ground ?? '' }
  })
}

function nameOf(app: App, order: string): Locator {
  return app.tree.card(order).locator('.name').first()
}

async function expectColour(place: Locator, colour: string): Promise<void> {
  await expect.poll(async () => (await colours(place)).text).toBe(colour)
  const { text, ground } = await colours(place)
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
}

/** How many pixels of the tree are of this colour, but for what rounding does: what is done lets the ground through, which is not counted. */
function pixelsOf(app: App, colour: string): Promise<number> {
  return app.page
    .locator('.canvas-paint canvas')
    .first()
    .evaluate((canvas, wanted) => {
      const picture = canvas as HTMLCanvasElement
      const data = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height).data ?? []
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16))
      const isNear = (at: number, value: number): boolean => Math.abs((data[at] ?? 0) - value) <= 2
      let count = 0
      for (let i = 0; i < data.length; i += 4) if (isNear(i, r) && isNear(i + 1, g) && isNear(i + 2, b)) count++
      return count
    }, colour)
}

for (const theme of ['dark', 'light'] as const) {
  test(`the colour of an agent’s definition is seen wherever its type is named, in the ${theme} theme`, async ({
    world,
    app,
  }) => {
    placeColouredRun(world)
    await app.open()
    await app.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await app.runs.open(COLOURED.title)
    for (const { task, colour } of [guard, editor, plan]) await expectColour(nameOf(app, task), shownAs(colour, theme))
    const own = themeTokens(theme)
    await expectColour(nameOf(app, plain.task), own('ty-1'))
    await expect(nameOf(app, hostile.task)).toHaveClass(/\bty-[1-8]\b/)
    await app.tree.press(guard.task)
    await expectColour(app.inspector.title, shownAs(guard.colour, theme))
    await app.palette.open()
    await app.palette.input.fill('Edit the copy')
    const found = app.palette.options.filter({ hasText: editor.task }).locator('bdi').first()
    await expectColour(found, shownAs(editor.colour, theme))
    await app.page.keyboard.press('Escape')
    expect(await violations(app)).toEqual([])
  })

  test(`it is painted on the canvas, too, in the ${theme} theme`, async ({ world, app }) => {
    placeColouredRun(world)
    await app.open()
    await app.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await app.runs.open(COLOURED.title)
    await expect(app.tree.card(guard.task)).toBeVisible()
    const out = app.page.getByRole('group', { name: 'Zoom' }).getByRole('button', { name: 'Zoom out' })
    while ((await app.tree.card(guard.task).count()) > 0) await out.click()
    await expect.poll(() => pixelsOf(app, shownAs(guard.colour, theme))).toBeGreaterThan(0)
    while ((await app.page.locator('.canvas-legend').count()) === 0) await out.click()
    await app.page.locator('.canvas-legend button').click()
    await app.page.getByRole('menuitem', { name: 'type' }).click()
    const swatch = app.page.locator('.canvas-legend .row').filter({ hasText: guard.type }).locator('.canvas-swatch')
    await expect.poll(async () => (await colours(swatch)).text).toBe(shownAs(guard.colour, theme))
    await expect.poll(() => pixelsOf(app, shownAs(guard.colour, theme))).toBeGreaterThan(100)
  })
}

test('the theme is followed, a definition that changed when the run is opened anew, and a run whose folder is gone is shown as ever', async ({
  world,
  app,
}) => {
  placeColouredRun(world)
  await app.open()
  await app.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await app.runs.open(COLOURED.title)
  await expectColour(nameOf(app, guard.task), shownAs(guard.colour, 'dark'))
  await app.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectColour(nameOf(app, guard.task), shownAs(guard.colour, 'light'))
  await app.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  defineAgent(join(colouredFolder(world), '.claude', 'agents'), guard.type, 'color: green')
  await app.page.reload()
  await expectColour(nameOf(app, guard.task), shownAs('#16a34a', 'dark'))
  rmSync(colouredFolder(world), { recursive: true })
  await app.page.reload()
  await expect(nameOf(app, guard.task)).toHaveClass(/\bty-[1-8]\b/)
  await expect(app.page.getByRole('alert')).toHaveCount(0)
})

test('a person’s own definition for OpenCode colours its agents', async ({ world, app }) => {
  world.placeOf('opencode', TOOLS.opencode.recording)
  defineOwnAgent(world, 'explore', 'color: accent')
  await app.open()
  await app.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await app.runs.open(TOOLS.opencode.title)
  const name = app.page.locator('.node[data-agent] .name').filter({ hasText: 'explore' }).first()
  await expectColour(name, shownAs('#9d7cd8', 'light'))
})
