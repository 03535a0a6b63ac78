import type { Locator } from '@playwright/test'
import { expect, test } from './harness/test'
import { violations } from './harness/violations'
import { NOISY, NoisyRun } from './noisyRun'

let noisy: NoisyRun

test.beforeEach(async ({ world, app }) => {
  noisy = new NoisyRun(world)
  await world.register(NOISY, { status: 'busy' })
  await app.open()
  await app.runs.open('Keep quiet about most of it')
  await app.tree.selectRoot()
  await expect(app.inspector.transcript.getByText('answer number 40')).toBeInViewport()
  await app.inspector.untilWhole()
})

test('[S1.20] what no item shows is hidden, shown in its place when asked for, and opened as it was written', async ({ app }) => {
  const { inspector, page } = app
  const { transcript } = inspector
  const lines = transcript.getByRole('button', { name: /^(mode|brand-new-kind)/ })
  await expect(lines).toHaveCount(0)
  await inspector.button('Raw events').click()
  await expect(inspector.button('Raw events')).toHaveAttribute('aria-pressed', 'true')
  await transcript.press('End')
  const last = transcript.getByRole('button', { name: /^brand-new-kind odd \d\d:\d\d:\d\d \d+ B$/ }).last()
  await last.click()
  const record = page.getByRole('dialog', { name: 'Raw record: brand-new-kind odd' })
  await expect(record).toContainText(/"turn":\s*40/)
  await expect(record).toContainText(`${NOISY}.jsonl · byte `)
  await page.keyboard.press('Escape')
  expect(await violations(app)).toEqual([])
  await inspector.button('Raw events').click()
  await expect(lines).toHaveCount(0)
})

test('[S1.20] the item under the eye keeps its place when they are shown and hidden, also below many of them', async ({
  app,
}) => {
  const { inspector } = app
  // At the end, which would be followed.
  const last = await firstBegun(inspector.transcript)
  await inspector.button('Raw events').click()
  await expect(inspector.transcript.getByRole('button', { name: /^brand-new-kind/ }).first()).toBeVisible()
  await expect.poll(() => firstBegun(inspector.transcript, last.item)).toEqual(last)
  await inspector.button('Raw events').click()
  await expect(inspector.transcript.getByRole('button', { name: /^brand-new-kind/ })).toHaveCount(0)
  await expect.poll(() => firstBegun(inspector.transcript, last.item)).toEqual(last)
  await inspector.scroll(-900)
  await inspector.firstSeen()
  const before = await firstBegun(inspector.transcript)
  await inspector.button('Raw events').click()
  await expect(inspector.transcript.getByRole('button', { name: /^brand-new-kind/ }).first()).toBeVisible()
  await expect.poll(() => firstBegun(inspector.transcript, before.item)).toEqual(before)
  await inspector.button('Raw events').click()
  await expect(inspector.transcript.getByRole('button', { name: /^brand-new-kind/ })).toHaveCount(0)
  await expect.poll(() => firstBegun(inspector.transcript, before.item)).toEqual(before)
})

/** The first item that begins in view, or the one named, and how far below the upper edge it stands. */
function firstBegun(transcript: Locator, item: string | null = null): Promise<{ readonly item: string; readonly below: number }> {
  return transcript.evaluate((box, wanted) => {
    const { top } = box.getBoundingClientRect()
    const rows = [...box.querySelectorAll('[data-index]')]
    const row = rows.find((one) =>
      wanted === null ? one.getBoundingClientRect().top >= top : one.getAttribute('data-index') === wanted,
    )
    const below = Math.round((row?.getBoundingClientRect().top ?? Number.NaN) - top)
    return { item: row?.getAttribute('data-index') ?? '', below }
  }, item)
}

test('[S1.20] fifty thousand in one place are drawn as far as they are in sight, and those behind them are reached', async ({
  app,
}) => {
  const { inspector } = app
  const { transcript } = inspector
  await inspector.button('Raw events').click()
  // The first item, with all of them behind it.
  await transcript.press('Home')
  const first = transcript.getByRole('article', { name: 'Before the first item' })
  await expect(transcript.getByText('Keep quiet about most of it')).toBeInViewport()
  await expect(transcript.getByRole('list', { name: '50 000 raw events' })).toBeVisible()
  await expect(first.getByRole('button', { name: /^permission-mode/ })).toHaveCount(1)
  for (const pixels of [300_000, 400_000]) {
    await inspector.scroll(pixels)
    const line = transcript.getByRole('button', { name: /^mode \d+ B$/ })
    await expect(line.first()).toBeVisible()
    await expect.poll(() => transcript.getByText('reading …').count()).toBe(0)
    expect(await line.count()).toBeLessThan(200)
  }
  const rest = await transcript
    .getByRole('list', { name: '50 000 raw events' })
    .evaluate((all) => all.getBoundingClientRect().bottom)
  await inspector.scroll(rest - 400)
  await expect(transcript.getByText('answer number 1', { exact: true })).toBeInViewport()
})

test('[S1.20] one that is written while somebody looks on is shown at once, and the end is followed', async ({ app }) => {
  const { inspector } = app
  await inspector.button('Raw events').click()
  await inspector.transcript.press('End')
  noisy.note('written-just-now')
  await expect(inspector.transcript.getByRole('button', { name: /^written-just-now/ })).toBeInViewport()
  noisy.say('and an answer behind it')
  await expect(inspector.transcript.getByText('and an answer behind it')).toBeInViewport()
})

test('[S1.20] by keyboard: from item to line to item, and a line is opened', async ({ app }) => {
  const { inspector, page } = app
  await inspector.button('Raw events').focus()
  await page.keyboard.press('Space')
  await expect(inspector.transcript.getByRole('button', { name: /^brand-new-kind/ }).first()).toBeVisible()
  await inspector.transcript.press('End')
  await expect(page.locator('[data-index="79"]')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAccessibleName(/^brand-new-kind/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Raw record: brand-new-kind/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(focused).toHaveAccessibleName(/^brand-new-kind/)
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAttribute('data-index', '79')
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAttribute('data-index', '78')
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAccessibleName(/^(brand-new-kind|mode)/)
})
