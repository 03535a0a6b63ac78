import type { Locator } from '@playwright/test'
import { bash, beginAsking } from './drive/beginAsking'
import { answersIn, type ListedAsk, ruleFor, withdrawAsk } from './drive/placeAsks'
import { placeScripted } from './drive/placeScripted'
import { pressAtOnce } from './drive/pressAtOnce'
import { expect, test } from './harness/test'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

const centreOf = async (locator: Locator): Promise<readonly [number, number]> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it has no place on the page')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

test('the next ask does not slide under the finger, nor under the key', async ({ world, app }) => {
  const { folder, drawer } = await beginAsking(world, app, [bash('echo one'), bash('echo two'), bash('echo three')])
  const at = await centreOf(drawer.cards.first().getByRole('button', { name: 'Allow once' }))
  const [deaf] = await Promise.all([pressAtOnce(app.page, { surface: '.drawer', left: 2, at }), app.page.mouse.click(...at)])
  expect(deaf).toEqual([true])
  // What was answered by that would have been heard of by now.
  await expect(drawer.drawer.locator('[data-ask][aria-busy="true"]')).toHaveCount(0)
  await expect(drawer.cards).toHaveCount(2)
  await expect.poll(() => answersIn(folder)).toBe('1 allow \n')
  await app.page.mouse.click(...at)
  await expect.poll(() => answersIn(folder)).toBe('1 allow \n2 allow \n')
  await expect(drawer.cards).toHaveCount(1)
})

test('a second key within the same breath answers nothing, in the drawer and in the list', async ({ world, app }) => {
  const { folder, drawer } = await beginAsking(world, app, [bash('echo one'), bash('echo two'), bash('echo three')])
  await drawer.cards.first().focus()
  const inDrawer = pressAtOnce(app.page, { surface: '.drawer', left: 2, keys: ['Enter'] })
  expect((await Promise.all([inDrawer, app.page.keyboard.press('Enter')]))[0]).toEqual([true])
  await expect(drawer.cards).toHaveCount(2)
  await expect(drawer.cards.first()).toBeFocused()
  await expect.poll(() => answersIn(folder)).toBe('1 allow \n')
  await drawer.button('Close the drawer').click()
  const inList = pressAtOnce(app.page, { surface: '.popover', left: 2, keys: ['n', 'Enter'] })
  expect((await Promise.all([inList, app.attention.button.click()]))[0]).toEqual([true])
  const cards = app.attention.list.locator('[data-ask]')
  await expect(cards.first()).toBeFocused()
  await expect(app.attention.list.locator('[data-ask][aria-busy="false"]')).toHaveCount(2)
  expect(answersIn(folder)).toBe('1 allow \n')
  await app.page.keyboard.press('n')
  await expect(cards.last()).toBeFocused()
  await app.page.keyboard.press('n')
  await app.page.keyboard.press('Enter')
  await expect.poll(() => answersIn(folder)).toBe('1 allow \n2 allow \n')
})

test('a word that begins while a card is too new is no answer, however long it takes', async ({ world, app }) => {
  const { folder, drawer } = await beginAsking(world, app, [bash('echo one'), bash('echo two')])
  await drawer.cards.first().focus()
  const word = pressAtOnce(app.page, { surface: '.drawer', left: 1, keys: [...'xxxxxa'], gapMs: 150 })
  expect((await Promise.all([word, app.page.keyboard.press('Enter')]))[0]).toEqual(Array(6).fill(true))
  await expect(drawer.cards).toHaveCount(1)
  await expect.poll(() => answersIn(folder)).toBe('1 allow \n')
})

test('words of a denial whose ask is withdrawn stay, and answer nobody', async ({ world, app }) => {
  const { folder, drawer } = await beginAsking(world, app, [bash('echo one'), bash('echo two')])
  await drawer.button('Close the drawer').click()
  await app.page.keyboard.press('r')
  await expect(app.page.locator('.ask-card[aria-busy="false"]:focus')).toBeVisible()
  await app.page.keyboard.press('d')
  await app.page.keyboard.type('please ')
  withdrawAsk(folder, 1)
  const left = app.page.getByRole('textbox', { name: 'What you wrote' })
  await expect(left).toBeFocused()
  await app.page.keyboard.type('rather wait a r d Enter')
  await app.page.keyboard.press('Enter')
  await expect(left).toHaveValue('please ')
  await expect(app.page.locator('.ask-deny.left')).toContainText('no longer asked')
  await expect(app.attention.button).toContainText('1 needs you')
  expect(answersIn(folder)).toBe('')
  await app.page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(left).toHaveCount(0)
})

test('also when its card had to move meanwhile, and who asks has no room beside it', async ({ world, app }) => {
  const { folder, drawer } = await beginAsking(world, app, [bash('echo one')])
  await drawer.button('Close the drawer').click()
  const beside = app.page.locator('.node-ask .ask-card[aria-busy="false"]')
  await beside.focus()
  await app.page.keyboard.press('d')
  await app.page.keyboard.type('please ')
  const inspected = app.page.locator('.inspector-asks .ask-card')
  await expect(async () => {
    await app.page.getByRole('group', { name: 'Zoom' }).getByRole('button', { name: 'Zoom out' }).click()
    await expect(inspected).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(inspected.getByRole('textbox', { name: 'Reason' })).toHaveValue('please ')
  withdrawAsk(folder, 1)
  await expect(inspected.getByRole('textbox', { name: 'What you wrote' })).toHaveValue('please ')
  await expect(app.page.getByRole('textbox', { name: 'What you wrote' })).toHaveCount(1)
})

test('a card that the camera moves is deaf until it has stood for a while', async ({ world, app }) => {
  const { drawer } = await beginAsking(world, app, [bash('echo one')])
  await drawer.button('Close the drawer').click()
  const beside = app.page.locator('.node-ask .ask-card')
  await expect(beside).toHaveAttribute('aria-busy', 'false')
  const [x, y] = await centreOf(beside)
  await app.page.mouse.move(x, y + 250)
  await app.page.mouse.wheel(0, 40)
  await expect(beside).toHaveAttribute('aria-busy', 'true')
  expect(await centreOf(beside)).not.toEqual([x, y])
  await expect(beside).toHaveAttribute('aria-busy', 'false')
})

test('so do the own words of a question, and keys that come late start nothing', async ({ world, app }) => {
  const question = { question: 'Which port?', header: 'Port', multiSelect: false, options: [{ label: '80', description: '' }] }
  const asks = [{ tool: 'AskUserQuestion', input: { questions: [question] }, more: {} }, bash('echo two'), bash('echo three')]
  const { folder, drawer } = await beginAsking(world, app, asks)
  await drawer.cards.first().getByRole('textbox').fill('the third')
  withdrawAsk(folder, 1)
  await expect(drawer.drawer.getByRole('textbox', { name: 'What you wrote' })).toHaveValue('the third')
  await drawer.cards.first().focus()
  withdrawAsk(folder, 2)
  await expect(drawer.drawer.locator('.ask-ended')).toContainText('no longer asked')
  await app.page.keyboard.type('ra')
  await expect(app.page.locator('.ask-card.line:focus')).toHaveCount(1)
  expect(answersIn(folder)).toBe('')
})

for (const [width, height] of [
  [860, 860],
  [620, 560],
] as const) {
  test(`no key answers a card that is not seen, ${width} x ${height}`, async ({ world, app }) => {
    const nested: ListedAsk = { input: { command: 'echo nested' }, agent: 'fixer', more: ruleFor('echo:*') }
    const { folder, drawer } = await beginAsking(world, app, [nested], { width, height })
    await drawer.button('Close the drawer').click()
    await app.tree.selectRoot()
    await app.page.keyboard.press('r')
    const focused = app.page.locator('.ask-card:focus')
    await expect(focused).toBeVisible()
    await expect(focused).toHaveAttribute('aria-busy', 'false')
    const seen = await focused.evaluate((card) => {
      const { left, top, width: wide, height: high } = card.getBoundingClientRect()
      const hits = [0.2, 0.5, 0.8].map((y) => document.elementFromPoint(left + wide / 2, top + high * y))
      return hits.every((hit) => hit !== null && card.contains(hit))
    })
    expect(seen).toBe(true)
    await app.page.keyboard.press('Enter')
    await expect.poll(() => answersIn(folder)).toBe('1 allow \n')
  })
}

test('a card that has the focus and is out of sight is shown, not answered', async ({ world, app }) => {
  const { folder, drawer } = await beginAsking(world, app, [bash('echo one'), bash('echo two'), bash('echo three')])
  const last = drawer.cards.last()
  await last.evaluate((card) => card.focus({ preventScroll: true }))
  await expect(last).not.toBeInViewport({ ratio: 0.3 })
  await app.page.keyboard.press('a')
  await expect(last).toContainText('Nothing was answered')
  await expect(last).toBeInViewport({ ratio: 0.6 })
  expect(answersIn(folder)).toBe('')
  await app.page.keyboard.press('a')
  await expect.poll(() => answersIn(folder)).toBe('3 allow always \n')
})

test('the focus stays in the page: on the next card, then where one writes, then in the tree', async ({ world, app }) => {
  const { drawer } = await beginAsking(world, app, [bash('echo one'), bash('echo two')])
  await drawer.cards.first().getByRole('button', { name: 'Allow once' }).click()
  await expect(drawer.cards).toHaveCount(1)
  await expect(drawer.cards.first()).toBeFocused()
  await drawer.cards.first().getByRole('button', { name: 'Allow once' }).focus()
  await app.page.keyboard.press('Enter')
  await expect(drawer.message).toBeFocused()
  await drawer.button('Close the drawer').click()
  await expect(app.page.locator('[role="tree"]:focus, [role="tree"] :focus')).toHaveCount(1)
})

test('a question with a part left says which, and goes there', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  await new NewRunDialog(app.page).start(folder, 'a question')
  const drawer = new SessionDrawer(app.page)
  const card = drawer.cards.first()
  const answer = card.getByRole('button', { name: /^Answer/ })
  await expect(answer).toContainText('0 of 2')
  await card.getByRole('radio', { name: /redis-eu-2/ }).check()
  await expect(answer).toContainText('1 of 2')
  await answer.hover()
  await expect(app.page.getByRole('tooltip')).toContainText('No answer yet: Restart')
  await card.getByRole('radio', { name: /redis-eu-2/ }).press('Control+Enter')
  await expect(card.getByRole('status')).toContainText('1 of 2 without an answer')
  await expect(card.getByRole('checkbox', { name: /gateway/ })).toBeFocused()
  await expect(card.getByRole('checkbox', { name: /gateway/ })).toBeInViewport()
})
