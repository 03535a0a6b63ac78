import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { App } from './harness/App'
import { test as base, expect } from './harness/test'
import { TerminalDrawer } from './pages/TerminalDrawer'
import { StartedTerminals } from './StartedTerminals'
import { DOCS, placeThreeProjects, SHOP } from './threeProjects'

const test = base.extend<{ terminals: StartedTerminals; drawer: TerminalDrawer }>({
  terminals: async ({ world }, use) => {
    const terminals = new StartedTerminals(world)
    await use(terminals)
    await terminals.close()
  },
  drawer: async ({ app }, use) => use(new TerminalDrawer(app.page)),
})

const SHELL = ['--norc', '--noprofile', '-i']

async function openDrawer(app: App): Promise<TerminalDrawer> {
  await app.open()
  return showDrawer(app)
}

async function showDrawer(app: App): Promise<TerminalDrawer> {
  await app.runs.open('Fix the flaky login test')
  const drawer = new TerminalDrawer(app.page)
  await expect(drawer.rows).toBeVisible()
  await drawer.focus()
  return drawer
}

test.beforeEach(({ world }) => placeThreeProjects(world))

test('a person works in a terminal: types, sees colours and every script, resizes, copies, pastes, leaves', async ({
  app,
  terminals,
}) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  const { page } = app
  await drawer.shows('>')
  await expect.poll(() => drawer.isFocused()).toBe(true)

  await drawer.run(`printf '\\033[31mred\\033[0m plain \\033[38;2;90;200;90mtrue\\033[0m\\n'`)
  await drawer.shows('red plain true')
  expect(await drawer.colourOf('red')).not.toBe(await drawer.colourOf('plain'))

  await drawer.run(`printf '漢字|é|🌳|👩‍👩‍👧|ü\\n'`)
  await drawer.shows(/^漢字\|é\|🌳\|👩‍👩‍👧\|ü$/m)

  const sizes = async (): Promise<string> => {
    await drawer.run('clear; stty size')
    await drawer.shows(/^\d+ \d+$/m)
    return /^\d+ \d+$/m.exec(await drawer.text())?.[0] ?? ''
  }
  const wide = await sizes()
  expect(Number(wide.split(' ')[0])).toBe((await drawer.lines()).length)
  await app.shell.resize(1000, 800)
  await expect.poll(async () => Number((await sizes()).split(' ')[1])).toBeLessThan(Number(wide.split(' ')[1]))

  await drawer.run(`clear; printf 'copy-%s\\n' this`)
  await drawer.shows(/^copy-this$/m)
  await drawer.doubleClick('copy-this')
  await page.keyboard.press('Control+Shift+C')
  await expect.poll(() => app.copiedText()).toContain('copy-this')

  // Bash asks for brackets: its lines wait for Enter.
  await drawer.paste('echo pasted-one\necho pasted-two')
  await drawer.shows('echo pasted-two')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Control+C')
  await drawer.run('clear; echo ready; cat')
  await drawer.shows(/^ready$/m)
  await drawer.paste('first line\nsecond line\n')
  await expect(page.getByRole('alertdialog', { name: 'Paste 2 lines?' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await drawer.text()).not.toContain('first line')
  await drawer.paste('first line\nsecond line\n')
  await page.getByRole('button', { name: 'Paste 2 lines' }).click()
  await drawer.shows(/second line\nsecond line|first line[\s\S]*second line/)
  await page.keyboard.press('Control+C')

  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: /Type in the terminal/ })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await drawer.isFocused()).toBe(true)
})

test('a person finds what scrolled away, and follows links by their address only', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  const { page } = app
  await drawer.shows('>')
  await drawer.run(`clear; for i in $(seq 1 10000); do echo "line $i of it"; done; echo all-said`)
  await drawer.shows(/^all-said$/m)
  await page.keyboard.press('Control+F')
  const field = page.getByRole('textbox', { name: 'Find in the terminal' })
  await expect(field).toBeFocused()
  await field.fill('line 77 of')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await drawer.shows(/^line 77 of it$/m)
  // Ten thousand lines back.
  await field.fill('line 1 of')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await drawer.shows(/^line 1 of it$/m)
  await field.fill('line 12')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/of 111$/)
  await field.fill('nothing like that')
  await expect(page.getByRole('search').getByRole('status')).toHaveText('no match')
  await page.keyboard.press('Escape')
  expect(await drawer.isFocused()).toBe(true)

  await drawer.run(`clear; echo see https://example.test/a?b=1`)
  // What is being drawn anew under the pointer is no link for a moment.
  const follow = async (words: string, address: string): Promise<void> => {
    await expect(async () => {
      await drawer.click(words)
      await expect(page.getByRole('menu', { name: address })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Escape')
  }
  await follow('https://example.test/a?b=1', 'https://example.test/a?b=1')
  await drawer.run(
    `clear; printf '\\033]8;;javascript:alert(1)\\033\\\\bad\\033]8;;\\033\\\\ \\033]8;;https://evil.test/\\033\\\\good-bank\\033]8;;\\033\\\\\\n'`,
  )
  await drawer.shows(/^bad good-bank$/m)
  await follow('good-bank', 'https://evil.test/')
  await drawer.click('bad')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('what a program writes types nothing and copies nothing', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  await drawer.shows('>')
  await drawer.run(`printf '\\033]52;c;aGFja2Vk\\007\\005\\033[21t\\033[14t\\033]0;evil\\007\\007'; echo said`)
  await drawer.shows(/^said$/m)
  expect(await app.copiedText().catch(() => '')).not.toContain('hacked')
  // Asked once, answered once: also when the page shows the question again.
  await drawer.run(`clear; printf '\\033[6n'; IFS= read -rsd R a; printf 'at %q\\n' "$a"`)
  await drawer.shows(/^at \$'\\E\[\d+;\d+'$/m)
  await app.page.reload()
  await showDrawer(app)
  await drawer.shows(/^at \$'\\E/m)
  await drawer.run('echo after')
  await drawer.shows(/^after$/m)
  expect(await drawer.text()).not.toMatch(/;\d+R/)
})

const BURST = 600_000_000

test('a burst leaves the page awake, and Ctrl-C gets through @alone', async ({ app, terminals, world }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  const { page } = app
  await drawer.shows('>')
  await page.evaluate(() => {
    const beat = { last: performance.now(), longest: 0 }
    const step = (): void => {
      beat.longest = Math.max(beat.longest, performance.now() - beat.last)
      beat.last = performance.now()
      requestAnimationFrame(step)
    }
    step()
    Object.assign(window, { beat })
  })
  await drawer.run(
    `trap : INT; yes 'a burst of words that nobody can read at all' | tee >(head -c ${BURST} > "$HOME/wrote"); trap - INT; echo over`,
  )
  await expect.poll(async () => (await drawer.text()).split('a burst of words').length).toBeGreaterThan(5)
  const written = join(world.workspace.folder, 'wrote')
  await expect
    .poll(() => statSync(written, { throwIfNoEntry: false })?.size ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(10_000_000)
  const pressedAt = Date.now()
  await page.keyboard.press('Control+C')
  await drawer.shows(/^over$/m)
  const tookMs = Date.now() - pressedAt
  const { longest } = await page.evaluate(() => (window as unknown as { beat: { longest: number } }).beat)
  const description = `${statSync(written).size} bytes, Ctrl-C after ${tookMs} ms, longest frame ${Math.round(longest)} ms`
  test.info().annotations.push({ type: 'burst', description })
  // Before the program was done by itself, and long before the page could have shown all of it.
  expect(statSync(written).size).toBeLessThan(BURST)
  expect(longest).toBeLessThan(6000)
})

test('a page that comes back goes on where it was, and an end is said', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  await drawer.shows('>')
  await drawer.run('clear; echo marker-$((40+2))')
  await drawer.shows(/^marker-42$/m)
  await app.page.reload()
  await showDrawer(app)
  await drawer.shows(/^marker-42$/m)
  await drawer.run('echo second-$((1+1))')
  await drawer.shows(/^second-2$/m)
  await app.loseEngine()
  await app.shell.returnEngine()
  await drawer.focus()
  await expect(async () => {
    await drawer.run('clear; echo third-$((1+2))')
    await expect.poll(() => drawer.text(), { timeout: 2000 }).toMatch(/^third-3$/m)
  }).toPass()
  // A second try clears the screen before it says it again.
  await expect.poll(async () => (await drawer.text()).match(/third-3/g)?.length).toBe(1)
  await drawer.run('exit 3')
  await expect(drawer.pane.getByText(/^ended with exit code 3 · \d\d:\d\d$/)).toBeVisible()
})

test('a page that is loaded again knows what the program said long ago', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  await drawer.shows('>')
  // More than is kept, behind the wish for brackets around what is pasted.
  await drawer.run(`printf '\\033[?2004h'; head -c 6000000 /dev/zero | tr '\\0' x | fold -w 60; echo; echo END; cat`)
  await drawer.shows(/^END$/m)
  await app.page.reload()
  await showDrawer(app)
  await drawer.shows(/^END$/m)
  await drawer.paste('one\ntwo')
  await drawer.shows('two')
  await expect(app.page.getByRole('alertdialog')).toHaveCount(0)
})

test('two pages show one terminal, and a question is answered once @web', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  const drawer = await openDrawer(app)
  const page = await app.page.context().newPage()
  await page.goto(app.page.url())
  const other = new TerminalDrawer(page)
  await page
    .getByRole('option', { name: /Fix the flaky login test/ })
    .or(page.getByText('Fix the flaky login test'))
    .first()
    .click()
  await other.shows('>')
  await app.page.bringToFront()
  await drawer.run(`clear; printf '\\033[6n'; IFS= read -rsd R a; printf 'at %q\\n' "$a"; echo from-$((0+1))`)
  await drawer.shows(/^from-1$/m)
  await page.bringToFront()
  await other.shows(/^from-1$/m)
  await other.focus()
  await other.run('echo from-$((1+1))')
  await other.shows(/^from-2$/m)
  await app.page.bringToFront()
  await drawer.shows(/^from-2$/m)
  expect(await drawer.text()).not.toMatch(/;\d+R/)
  await page.close()
})

test('each terminal is a tab, also one that has no run yet', async ({ app, terminals }) => {
  await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
  await terminals.start({ title: 'Sweep the docs', session: DOCS, args: SHELL })
  await terminals.start({ title: 'Not yet begun', session: null, args: SHELL })
  const drawer = await openDrawer(app)
  await drawer.run('echo this-is-$((0+1))')
  await drawer.shows(/^this-is-1$/m)
  await app.page.getByRole('tab', { name: /Sweep the docs/ }).click()
  await drawer.shows(/^>$/m)
  expect(await drawer.text()).not.toContain('this-is-1')
  await drawer.run('echo that-is-$((1+1))')
  await drawer.shows(/^that-is-2$/m)
  await app.page.getByRole('tab', { name: /Fix the flaky/ }).click()
  await drawer.shows(/^this-is-1$/m)
  // One that has no run waits for its first words.
  await app.page.getByRole('tab', { name: /Not yet begun/ }).click()
  await expect(app.page.getByRole('tab', { name: /Not yet begun/ })).toHaveAttribute('aria-selected', 'true')
  await drawer.shows(/^>$/m)
  await drawer.focus()
  await drawer.run('echo begun-$((2+1))')
  await drawer.shows(/^begun-3$/m)
})

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing in the terminal in the ${theme} theme`, async ({ app, terminals }) => {
    await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: SHELL })
    const drawer = await openDrawer(app)
    await app.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await drawer.run(`clear; for c in 0 1 2 3 4 5 6 7; do printf "\\033[3\${c}m colour \\033[9\${c}m bright \\033[0m\\n"; done`)
    await drawer.shows('bright')
    const { violations } = await new AxeBuilder({ page: app.page })
      .setLegacyMode(app.isDesktop)
      .include('.terminal-pane')
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  })
}
