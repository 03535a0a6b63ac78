import { ASKING, askingRun } from './askingRun'
import { placeScripted } from './drive/placeScripted'
import { test as base, expect } from './harness/test'
import { TerminalDrawer } from './pages/TerminalDrawer'
import { StartedTerminals } from './StartedTerminals'
import { sessionFile } from './sessionFile'
import { DOCS, placeThreeProjects, SHOP } from './threeProjects'

const test = base.extend<{ terminals: StartedTerminals }>({
  terminals: async ({ world }, use) => {
    const terminals = new StartedTerminals(world)
    await use(terminals)
    await terminals.close()
  },
})

const SHELL = ['--norc', '--noprofile', '-i']
const LONG = 'A title that is longer than any tab is wide, and begins like another one'

test.beforeEach(({ world }) => {
  placeScripted(world)
  placeThreeProjects(world)
})

test('tabs stand in the order of their start, say their whole title, and close', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  await terminals.start({ title: `${LONG}: first`, session: DOCS, args: SHELL })
  await terminals.start({ title: `${LONG}: second`, session: null, args: ['-c', 'printf done; exit 0'] })
  await app.open()
  await app.runs.open('Fix the flaky login test')
  const drawer = new TerminalDrawer(app.page)
  await drawer.shows('>')
  const tabs = app.page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab')
  await expect(tabs).toContainText(['Fix the flaky', ': first', ': second'])
  await tabs.nth(1).hover()
  await expect(app.page.getByRole('tooltip')).toContainText(`${LONG}: first`)
  await tabs.nth(2).locator('.terminal-tab-close').click()
  await expect(tabs).toHaveCount(2)
  await tabs.first().focus()
  await app.page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await app.page.keyboard.press('Delete')
  const asked = app.page.getByRole('dialog', { name: 'Stop this run?' })
  await asked.getByRole('button', { name: /Stop now/ }).click()
  await expect(asked).toHaveCount(0)
  await expect(drawer.pane.or(app.page.getByRole('main'))).not.toHaveCount(0)
})

test('a terminal without a run is open, not done, and a run that is chosen again is shown again', async ({ app, terminals }) => {
  await terminals.start({ title: 'Not yet begun', session: null, args: SHELL })
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await expect(app.tree.items).not.toHaveCount(0)
  const card = app.page.getByRole('list', { name: 'Starting' }).getByRole('button', { name: /Not yet begun/ })
  await expect(card).toContainText('open')
  await card.click()
  const box = app.page.getByRole('region', { name: 'The new run' })
  await expect(box).toContainText('open for')
  await expect(box).not.toContainText('waits for your message')
  await expect(app.page.getByRole('navigation', { name: 'Runs' }).getByRole('option', { selected: true })).toHaveCount(0)
  await app.runs.open('Fix the flaky login test')
  await expect(box).toHaveCount(0)
  await expect(app.tree.items).not.toHaveCount(0)
})

test('the head says how large the terminal is, and copies all it has said', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  await app.open()
  await app.runs.open('Fix the flaky login test')
  const drawer = new TerminalDrawer(app.page)
  await drawer.shows('>')
  await drawer.focus()
  await drawer.run('for i in $(seq 1 200); do echo "said $i"; done')
  await drawer.shows(/^said 200$/m)
  await drawer.run('clear; stty size')
  await drawer.shows(/^\d+ \d+$/m)
  const [rows, columns] = (/^\d+ \d+$/m.exec(await drawer.text())?.[0] ?? '').split(' ')
  const head = app.page.getByRole('region', { name: 'Session', exact: true }).locator('.drawer-head')
  await expect(head).toContainText(`${columns} × ${rows}`)
  await drawer.run('seq 500 700')
  await drawer.shows(/^700$/m)
  await head.getByRole('button', { name: 'Copy all that the terminal says' }).click()
  await expect.poll(() => app.copiedText()).toMatch(/^500\n501\n[\s\S]*\n700$/m)
})

test('what a terminal of ours asks leads to that terminal', async ({ world, app, terminals }) => {
  world.writeFile(sessionFile('acme', ASKING), askingRun())
  await terminals.start({ title: 'Deploy the gateway', session: ASKING, args: SHELL })
  const live = await world.register(ASKING, { status: 'waiting', waitingFor: 'permission prompt' })
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await expect(app.attention.button).toContainText(/needs? you/)
  await app.attention.button.click()
  await app.attention.items.first().getByRole('button', { name: 'Focus its terminal' }).click()
  const drawer = new TerminalDrawer(app.page)
  await drawer.shows('>')
  await expect.poll(() => drawer.isFocused()).toBe(true)
  await live.end()
})
