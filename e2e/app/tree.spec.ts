import { expect, test } from './harness/test'
import { placeThreeProjects } from './threeProjects'

test.beforeEach(async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await expect(app.tree.items).toHaveCount(4)
})

test('a folded subtree stays folded after a relaunch, and opens again @smoke', async ({ app }) => {
  await app.tree.press('Review the token refresh')
  await app.page.keyboard.press('Space')
  await expect(app.tree.agent('Review the token refresh')).toHaveAttribute('aria-expanded', 'false')
  await expect(app.tree.agent('Fix the missed caller')).toHaveCount(0)
  await app.relaunch()
  await app.runs.open('Fix the flaky login test')
  await expect(app.tree.agent('Review the token refresh')).toHaveAttribute('aria-expanded', 'false')
  await app.tree.press('Review the token refresh')
  await app.page.keyboard.press('Space')
  await expect(app.tree.agent('Fix the missed caller')).toBeAttached()
})

test('a filter narrows the tree to what fits and says how many', async ({ app }) => {
  await app.page.getByRole('button', { name: 'Filter', exact: true }).click()
  await app.page.getByRole('searchbox', { name: 'Text in this run' }).fill('missed')
  await expect(app.page.getByRole('dialog', { name: 'Filter' }).getByRole('status')).toHaveText('1 of 4')
  await expect(app.tree.card('Fix the missed caller')).not.toHaveClass(/dimmed/)
  await expect(app.tree.card('Map the login flow')).toHaveClass(/dimmed/)
  await app.page.keyboard.press('Enter')
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
  await app.page.getByRole('button', { name: 'Clear' }).click()
  await expect(app.tree.card('Map the login flow')).not.toHaveClass(/dimmed/)
})

test('a filter asks for what agents have done and when they were at work', async ({ app }) => {
  await app.page.getByRole('button', { name: 'Filter', exact: true }).click()
  const box = app.page.getByRole('dialog', { name: 'Filter' })
  await box.getByRole('checkbox', { name: /^tool calls/ }).check()
  await expect(box.getByRole('status')).toHaveText(/^[1-4] of 4$/)
  await box.getByRole('checkbox', { name: /^tool calls/ }).uncheck()
  await expect(box.getByRole('status')).toHaveText('Every agent')
  await box.getByRole('radio', { name: 'custom' }).check()
  await box.getByLabel('to', { exact: true }).fill('2001-01-01T00:00')
  await expect(box.getByRole('status')).toHaveText('0 of 4')
  await expect(app.tree.card('Map the login flow')).toHaveClass(/dimmed/)
  await box.getByRole('radio', { name: 'all', exact: true }).check()
  await expect(app.tree.card('Map the login flow')).not.toHaveClass(/dimmed/)
})

test('the camera fits, follows, and is freed by hand', async ({ app }) => {
  const follow = app.page.getByRole('button', { name: /^follow/i })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await app.tree.drag(120, 60)
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await app.page
    .getByRole('button', { name: /^Fit the tree/ })
    .first()
    .click()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
})

test('all of it by keyboard: run, tree, transcript, fold, find', async ({ app }) => {
  await app.runs.rows.first().focus()
  await app.page.keyboard.press('Enter')
  await app.tree.focus()
  await app.page.keyboard.press('Home')
  await expect(app.tree.selected).toHaveAttribute('aria-level', '1')
  await app.page.keyboard.press('ArrowRight')
  await expect(app.tree.selected).toHaveAccessibleName(/Map the login flow/)
  await app.page.keyboard.press('ArrowDown')
  await expect(app.tree.selected).toHaveAccessibleName(/Review the token refresh/)
  await app.page.keyboard.press('ArrowRight')
  await expect(app.tree.selected).toHaveAccessibleName(/Fix the missed caller/)
  await app.page.keyboard.press('ArrowLeft')
  await app.page.keyboard.press('Space')
  await expect(app.tree.selected).toHaveAttribute('aria-expanded', 'false')
  await app.page.keyboard.press('Space')
  await app.page.keyboard.press('Enter')
  await expect(app.inspector.transcript).toContainText('One caller ignored the result.')
  await app.page.keyboard.press('?')
  await expect(app.page.getByRole('dialog', { name: /keys/i })).toBeVisible()
  await app.page.keyboard.press('Escape')
  await expect(app.page.getByRole('dialog')).toHaveCount(0)
})

test('the focus is always to be seen', async ({ app }) => {
  const unmarked = new Set<string>()
  for (let step = 0; step < 25; step++) {
    await app.page.keyboard.press('Tab')
    const focus = await app.page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const isOutlined = (one: Element): boolean => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        const line = getComputedStyle(one, '::after').backgroundColor
        const hasLine = line !== 'rgba(0, 0, 0, 0)' && line !== 'transparent'
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || hasLine
      }
      // A list shows the line it stands on; a field is marked as a whole.
      const own = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
      const isMarked = [element, element.parentElement, own].some((one) => one !== null && isOutlined(one))
      const words = element.getAttribute('aria-label') ?? element.textContent ?? element.tagName
      return { isMarked, isWithin: element.closest('[role="tree"]') !== null, words: words.slice(0, 60) }
    })
    // Within the tree the node on the canvas wears the mark.
    if (focus && !focus.isWithin && !focus.isMarked) unmarked.add(focus.words)
  }
  expect([...unmarked], 'focused without a mark').toEqual([])
})
