import { ended, TranscriptWriter, task } from '../../src/testing/writeSession'
import { runCli } from '../../test/harness/runCli'
import { expect, test } from './harness/test'
import type { World } from './harness/World'
import { LONG, LongRun } from './longRun'
import { sessionFile } from './sessionFile'
import { placeThreeProjects, REVIEWER, SHOP } from './threeProjects'

const LOST = 'dddddddd-0000-4000-8000-000000000001'
const ORPHAN = 'd00000000000000f1'

/** An agent whose call cannot be told: no side file, no result, and a prompt of its own. Two calls have no agent. */
function placeLostAgent(world: World): void {
  const main = new TranscriptWriter(null, LOST)
    .prompt(0, 'Sort the mail', { cwd: '/home/dev/acme' })
    .call(1, 'call-a', task('Sort the letters', { description: 'Sort the letters', subagent_type: 'Explore' }))
    .call(2, 'call-b', task('Sort the parcels', { description: 'Sort the parcels', subagent_type: 'Explore' }))
  const orphan = new TranscriptWriter(ORPHAN, LOST).prompt(5, 'Something else entirely').text(6, 'Done with it.')
  for (const [path, writer] of [
    [sessionFile('acme', LOST), main],
    [sessionFile('acme', LOST, ORPHAN), orphan],
  ] as const)
    world.writeFile(path, `${writer.lines.join('\n')}\n`)
}

test('what is copied as Markdown is what the command line prints, byte for byte', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  for (const [name, address] of [
    ['Fix the flaky login test', `claude://${SHOP}`],
    ['Review the token refresh', `claude://${SHOP}/${REVIEWER}`],
  ] as const) {
    await app.tree.openMenu(name)
    await app.page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await expect(app.page.getByText('Copied as Markdown.').first()).toBeVisible()
    const { stdout } = await runCli([address], world.workspace.env)
    await expect.poll(() => app.copiedText()).toBe(stdout)
  }
})

test('an agent nobody is known to have called is placed with one press, taken back and placed again', async ({ world, app }) => {
  placeLostAgent(world)
  await app.open()
  await app.runs.open('Sort the mail')
  const lost = { description: 'Done with it.', words: [] }
  await app.page.getByRole('button', { name: /1 agent unplaced/i }).click()
  const tray = app.page.getByRole('dialog', { name: '1 agent unplaced' })
  await expect(tray.getByRole('listitem').filter({ hasText: 'Sort the letters' }).last()).toBeVisible()
  await tray
    .getByRole('listitem')
    .filter({ hasText: 'Sort the parcels' })
    .last()
    .getByRole('button', { name: 'Link', exact: true })
    .click()
  await expect(app.page.getByRole('dialog', { name: '0 agents unplaced' })).toContainText('Every agent has its place.')
  await app.page.keyboard.press('Escape')
  await app.tree.press('Sort the parcels')
  await app.inspector.button(/why here/i).click()
  await expect(app.page.getByRole('list', { name: 'Evidence' }).getByRole('listitem').first()).toContainText('by hand')
  await expect(app.inspector.transcript).toContainText(lost.description)
  await app.page.keyboard.press('Escape')
  await app.page.keyboard.press('ControlOrMeta+z')
  await expect(app.page.getByRole('button', { name: /1 agent unplaced/i })).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(app.page.getByRole('button', { name: /1 agent unplaced/i })).toBeHidden()
})

test('why here names the calls that are possible for an agent without a place', async ({ world, app }) => {
  placeLostAgent(world)
  await app.open()
  await app.runs.open('Sort the mail')
  await app.page.getByRole('button', { name: /1 agent unplaced/i }).click()
  await app.page
    .getByRole('dialog', { name: '1 agent unplaced' })
    .getByRole('button', { name: /general-purpose|agent|#/ })
    .first()
    .click()
  await app.inspector.button(/why here/i).click()
  const why = app.page.getByRole('dialog', { name: 'Why here?' })
  await expect(why).toContainText('Sort the letters')
  await why.getByRole('listitem').filter({ hasText: 'Sort the letters' }).getByRole('button', { name: 'Link' }).click()
  await expect(app.page.getByRole('button', { name: /unplaced/i })).toHaveCount(0)
})

test('numbers are never cut, however narrow the pane', async ({ world, app }) => {
  const busy = new TranscriptWriter(null, LOST).prompt(0, 'Spend a lot', { cwd: '/home/dev/acme' })
  const usage = { input_tokens: 9_000_000, cache_creation_input_tokens: 9_000_000, cache_read_input_tokens: 9_000_000 }
  busy
    .call(1, 'call-a', task('Spend more', { description: 'Spend more', subagent_type: 'Explore' }))
    .record(90_000, {
      type: 'assistant',
      requestId: 'r',
      message: {
        id: 'm',
        role: 'assistant',
        model: 'claude-opus-4-5',
        content: [{ type: 'text', text: 'Spent.' }],
        stop_reason: 'end_turn',
        usage: { ...usage, output_tokens: 900_000 },
      },
    })
    .result(90_001, 'call-a', ended(ORPHAN))
  const child = new TranscriptWriter(ORPHAN, LOST).prompt(1, 'Spend more').text(2, 'More.')
  world.writeFile(sessionFile('acme', LOST), `${busy.lines.join('\n')}\n`)
  world.writeFile(sessionFile('acme', LOST, ORPHAN), `${child.lines.join('\n')}\n`)
  await app.open()
  await app.runs.open('Spend a lot')
  const strip = app.inspector.pane.locator('.kv')
  await expect(strip).toContainText('/')
  for (const width of [320, 340, 396, 520, 720]) {
    await app.page.locator('.insp').evaluate((pane, to) => {
      pane.style.width = `${to}px`
      if (pane.parentElement) pane.parentElement.style.gridTemplateColumns = ''
    }, width)
    const cut = await strip.evaluate((row) =>
      [row, ...row.querySelectorAll('*')]
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .map((one) => one.outerHTML),
    )
    expect(cut, `at ${width}`).toEqual([])
  }
})

test('a transcript nobody touches stands still, and a hand wins over the way to a remembered place', async ({ world, app }) => {
  const long = new LongRun(world)
  await world.register(LONG, { status: 'busy' })
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Walk through all of it')
  await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
  const changes = () =>
    app.inspector.transcript.evaluate(async (box) => {
      let count = 0
      const observer = new MutationObserver((list) => {
        count += list.length
      })
      observer.observe(box, { subtree: true, childList: true, attributes: true })
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
      observer.disconnect()
      return count
    })
  // It has come to rest, once: on a busy machine its rows are measured a moment after they are seen.
  await expect.poll(changes).toBe(0)
  await app.inspector.scroll(-3000)
  const place = await app.inspector.firstSeen()
  await app.runs.open('Fix the flaky login test')
  await app.runs.open('Walk through all of it')
  await expect.poll(async () => (await app.inspector.firstSeen()).item).toBe(place.item)
  await app.inspector.transcript.press('End')
  await expect(app.inspector.transcript.getByText('answer number 120')).toBeInViewport()
  await app.inspector.scroll(-400)
  const own = await app.inspector.firstSeen()
  long.say('said below the reader')
  await expect(app.inspector.button('1 new')).toBeVisible()
  expect(await app.inspector.firstSeen()).toEqual(own)
})

test('the subtree of an agent in numbers, and the way to who is worth a look', async ({ world, app }) => {
  placeThreeProjects(world)
  await app.open()
  await app.runs.open('Fix the flaky login test')
  await app.tree.selectRoot()
  await app.inspector.tab('Subtree').click()
  const pane = app.inspector.pane.getByRole('tabpanel')
  await expect(pane.getByRole('region', { name: 'Phase' })).toContainText(/completed\s*3/)
  await pane
    .getByRole('region', { name: 'Most expensive' })
    .getByRole('button', { name: /reviewer/ })
    .click()
  await expect(app.tree.selected).toHaveAccessibleName(/Review the token refresh/)
  await expect(app.inspector.tab('Subtree')).toHaveAttribute('aria-selected', 'true')
  await app.tree.press('Map the login flow')
  await expect(app.inspector.tab('Subtree')).toBeHidden()
  await expect(app.inspector.tab('Transcript')).toHaveAttribute('aria-selected', 'true')
})
