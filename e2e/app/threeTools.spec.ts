import { expect, test } from './harness/test'
import { MIXED, placeMixedRun } from './mixedRun'
import { CODEX_CHILD, CODEX_RUN, placeThreeTools, TOOLS } from './threeTools'

test('the runs of three tools stand in one list, told apart by their marks and narrowed by them @smoke', async ({
  world,
  app,
}) => {
  placeThreeTools(world)
  await app.open()
  await expect(app.runs.rows).toHaveCount(3)
  await expect(app.page.getByRole('contentinfo')).toContainText('3 providers')
  for (const [provider, label] of [
    ['claude', 'Claude Code'],
    ['codex', 'Codex'],
    ['opencode', 'OpenCode'],
  ] as const) {
    await expect(app.runs.row(TOOLS[provider].title).getByRole('img', { name: label })).toBeVisible()
  }
  await app.runs.pane.getByRole('button', { name: 'Filter and group' }).click()
  await app.page.getByRole('checkbox', { name: 'Codex' }).check()
  await app.page.keyboard.press('Escape')
  await expect(app.runs.rows).toHaveCount(1)
  await expect(app.runs.rows).toContainText(TOOLS.codex.title)
  await app.runs.pane.getByRole('button', { name: 'clear' }).click()
  await app.runs.pane.getByRole('button', { name: 'Search the titles' }).click()
  await app.runs.pane.getByRole('textbox', { name: 'Search the titles of runs' }).fill('opencode completed')
  await expect(app.runs.rows).toHaveCount(1)
  await expect(app.runs.rows).toContainText(TOOLS.opencode.title)
})

test('a Codex run opens as a tree, with the transcript of an agent of an agent @smoke', async ({ world, app }) => {
  placeThreeTools(world)
  await app.open()
  await app.runs.open(TOOLS.codex.title)
  await app.tree.expectOutline([
    { description: '/root/facts', parent: null, words: ['#1', 'completed'] },
    { description: '/root/facts/dates', parent: '/root/facts', words: ['#1', 'completed'] },
    { description: '/root/style', parent: null, words: ['#2', 'completed'] },
    { description: '/root/slow', parent: null, words: ['#3', 'interrupted'] },
  ])
  await app.tree.press('/root/facts/dates')
  await expect(app.inspector.transcript).toContainText('Dates: 2024, 2025.')
})

test('an OpenCode run opens as a tree, with the transcript of an agent of an agent @smoke', async ({ world, app }) => {
  placeThreeTools(world)
  await app.open()
  await app.runs.open(TOOLS.opencode.title)
  await app.tree.expectOutline([
    { description: 'Lead the analysis', parent: null, words: ['lead #1', 'completed'] },
    { description: 'Read login module', parent: 'Lead the analysis', words: ['explore #1', 'completed'] },
  ])
  await app.tree.press('Read login module')
  await expect(app.inspector.transcript).toContainText('login.ts exports one function.')
})

test('the address that Codex gives a thread opens it, be it a run or an agent @smoke', async ({ world, app }) => {
  placeThreeTools(world)
  await app.open({ uri: `codex://threads/${CODEX_RUN}` })
  await expect(app.tree.items).toHaveCount(5)
  await app.shell.handOver(`codex://threads/${CODEX_CHILD}`)
  await expect(app.tree.selected).toHaveAccessibleName(/\/root\/facts/)
  await app.palette.open()
  await app.palette.input.fill(`agents://opencode/${world.recordingOf('opencode', TOOLS.opencode.recording).runs[0]?.id}`)
  await app.page.keyboard.press('Enter')
  await expect(app.tree.agent('Lead the analysis')).toBeAttached()
})

test('with nothing on disk every tool is named with the folder that was looked into', async ({ app }) => {
  await app.open()
  const door = app.page.locator('section').filter({ has: app.page.getByRole('heading', { name: 'Where we looked' }) })
  await expect(door.getByRole('listitem')).toHaveCount(3)
  for (const label of ['Claude Code', 'Codex', 'OpenCode']) await expect(door).toContainText(label)
  await app.page.getByRole('button', { name: 'Settings' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  for (const label of ['Claude Code', 'Codex', 'OpenCode']) {
    await expect(dialog.getByRole('textbox', { name: label })).toBeVisible()
  }
})

test('a session that an agent of one tool starts in another stands beneath it, as a guess, with its own agents @smoke', async ({
  world,
  app,
}) => {
  placeMixedRun(world)
  await app.open()
  await expect(app.runs.rows).toHaveCount(2)
  await app.runs.open(MIXED.title)
  await app.tree.expectOutline([
    { description: 'Ask the other tool', parent: null, words: ['general-purpose #1', 'completed'] },
    { description: MIXED.guest, parent: 'Ask the other tool', words: ['Codex #1', 'completed', 'guessed'] },
  ])
  await expect(app.tree.items).toHaveCount(6)
  const header = app.page.locator('.run-head')
  const agents = header.getByRole('button', { name: /agents$/ })
  await expect(agents).toHaveText('5 agents')
  await agents.click()
  await expect(app.page.getByRole('dialog', { name: 'agents' }).getByRole('heading')).toHaveText('5 agents')
  await app.page.keyboard.press('Escape')
  const tokens = header.getByRole('button', { name: /tok$/ })
  await expect(tokens).toHaveText('72.4k tok')
  await tokens.click()
  await expect(app.page.getByRole('dialog', { name: 'tokens' })).toContainText(/the whole run\s*72\s440/)
  await app.page.keyboard.press('Escape')
  const cost = header.getByRole('button', { name: /\$/ })
  await expect(cost).toHaveText(/^≥ \$/)
  await cost.click()
  await expect(app.page.getByRole('dialog', { name: 'cost' })).toContainText(/the whole run\s*≥ \$/)
  await app.page.keyboard.press('Escape')
  await app.tree.selectRoot()
  for (const key of ['ArrowRight', 'ArrowRight']) await app.page.keyboard.press(key)
  await expect(app.tree.selected).toHaveAccessibleName(/Codex #1/)
  await app.inspector.button(/why here/i).click()
  await expect(app.page.getByRole('dialog')).toContainText('the command holds its prompt')
})

test('a guess about a session of another tool is taken back, and the numbers with it', async ({ world, app }) => {
  placeMixedRun(world)
  await app.open()
  await app.runs.open(MIXED.title)
  const agents = app.page.locator('.run-head').getByRole('button', { name: /agents?$/ })
  await expect(agents).toHaveText('5 agents')
  await app.tree.selectRoot()
  for (const key of ['ArrowRight', 'ArrowRight']) await app.page.keyboard.press(key)
  await app.inspector.button(/why here/i).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Not a sub-agent' }).click()
  await expect(app.tree.items).toHaveCount(2)
  await expect(agents).toHaveText('1 agent')
  await expect(app.page.getByText('→ not in this run')).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+z')
  await expect(agents).toHaveText('5 agents')
})
