import { readFileSync } from 'node:fs'
import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { placeThreeProjects } from './threeProjects'

test.beforeEach(async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await expect(app.tree.card('Map the login flow')).toBeVisible()
})

async function view(app: App, item: RegExp): Promise<void> {
  await app.page.getByRole('button', { name: 'View and export' }).click()
  await app.page.getByRole('menuitem', { name: item }).click()
}

/** The desktop asks where to put a file. */
test('what is seen is exported as a picture, in points and in lines @web', async ({ app }) => {
  const exported = async (kind: 'PNG' | 'SVG') => {
    const [download] = await Promise.all([app.page.waitForEvent('download'), view(app, new RegExp(`as ${kind}$`))])
    expect(download.suggestedFilename()).toBe(`Fix-the-flaky-login-test.${kind.toLowerCase()}`)
    return readFileSync(await download.path())
  }
  const svg = (await exported('SVG')).toString()
  for (const word of ['<svg', 'Map the login flow', 'Fix the missed caller']) expect(svg).toContain(word)
  const png = await exported('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const { width } = (await app.page.getByRole('main').boundingBox()) ?? { width: 0 }
  // Its first part holds the width: twice that of the canvas, so that it is sharp.
  expect(png.readUInt32BE(16)).toBeGreaterThan(width)
})

test('the map leads about in the tree, and can be put away', async ({ app }) => {
  const map = app.page.locator('.canvas-map')
  const before = await app.tree.card('Map the login flow').boundingBox()
  await map.locator('canvas').click({ position: { x: 6, y: 6 } })
  await expect.poll(() => app.tree.card('Map the login flow').boundingBox()).not.toEqual(before)
  await map.getByRole('button', { name: /^Fit the tree/ }).click()
  await map.getByRole('button', { name: 'Zoom in' }).click()
  await expect(map.getByRole('group', { name: 'Zoom' })).toContainText(/\d %/)
  await view(app, /^Hide the map/)
  await expect(map).toBeHidden()
  await view(app, /^Show the map/)
  await expect(map).toBeVisible()
})

test('the tree grows to the right or downwards, as it was chosen', async ({ app }) => {
  const beside = async () => {
    const parent = await app.tree.card('Review the token refresh').boundingBox()
    const child = await app.tree.card('Fix the missed caller').boundingBox()
    if (!parent || !child) return null
    return { isRight: child.x >= parent.x + parent.width, isBelow: child.y >= parent.y + parent.height }
  }
  await expect.poll(beside).toMatchObject({ isRight: true })
  await app.page.getByRole('button', { name: 'Top down' }).click()
  await expect.poll(beside).toEqual({ isRight: false, isBelow: true })
  await app.relaunch()
  await app.runs.open('Fix the flaky login test')
  await expect.poll(beside).toEqual({ isRight: false, isBelow: true })
})

test('who wants no motion sees none: a card is at its new place at once', async ({ app }) => {
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  const card = app.tree.card('Fix the missed caller')
  await app.page
    .getByRole('button', { name: /^Fit the tree/ })
    .first()
    .click()
  await card.evaluate((element) => {
    const places = new Set<string>()
    const look = (): void => {
      const shown = document.querySelector(`[data-agent="${element.getAttribute('data-agent')}"]`)?.getBoundingClientRect()
      if (shown) places.add(`${Math.round(shown.x)} ${Math.round(shown.y)}`)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { places })
  })
  const before = await card.boundingBox()
  await app.page.getByRole('button', { name: 'Top down' }).click()
  await expect.poll(() => card.boundingBox()).not.toEqual(before)
  await app.page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  })
  const places = await app.page.evaluate(() => [...(window as unknown as { places: Set<string> }).places])
  // The layout, and the camera that follows it.
  expect(places.length).toBeLessThanOrEqual(3)
})

test('an edge says what it rests on', async ({ app }) => {
  const tip = app.page.getByRole('tooltip').filter({ hasText: 'explicit' })
  // The tree may still be on its way to its place.
  await expect(async () => {
    const box = await app.tree.card('Map the login flow').boundingBox()
    if (!box) throw new Error('the card is on the canvas')
    await app.page.mouse.move(box.x - 10, box.y - 80)
    // Its edge ends at the line of its name.
    await app.page.mouse.move(box.x - 5, box.y + 16, { steps: 3 })
    await expect(tip).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 15_000 })
  await app.page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
})

test('texts are painted as wide as they are measured', async ({ app }) => {
  await expect(app.page.locator('.canvas-paint canvas').first()).toBeAttached()
  const widths = await app.page.evaluate(() => {
    const painted = [...document.querySelectorAll<HTMLCanvasElement>('.canvas-paint canvas')]
    const widthOn = (canvas: HTMLCanvasElement): number => {
      const context = canvas.getContext('2d')
      if (!context) return Number.NaN
      context.save()
      context.font = '600 12px "Inter Variable"'
      const { width } = context.measureText('general-purpose #11 · 1m 11s')
      context.restore()
      return width
    }
    return { measured: widthOn(document.createElement('canvas')), painted: painted.map(widthOn) }
  })
  expect(new Set(widths.painted)).toEqual(new Set([widths.measured]))
})
