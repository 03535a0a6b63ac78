import { test as base, expect } from '../harness/test'
import { TerminalDrawer } from '../pages/TerminalDrawer'
import { StartedTerminals } from '../StartedTerminals'
import { DOCS, placeThreeProjects, SHOP } from '../threeProjects'
import { shoot } from './shoot'

const test = base.extend<{ terminals: StartedTerminals }>({
  terminals: async ({ world }, use) => {
    const terminals = new StartedTerminals(world)
    await use(terminals)
    await terminals.close()
  },
})

/** What a tool's own interface looks like: marks, a frame, a diff, a choice, wide letters. */
const INTERFACE = String.raw`
printf '\033[32m●\033[0m Explore(Map the login flow, its fixtures and every wait in the specs)\n  \033[2m└ Done (19 tool uses · 21.7k tokens · 48s)\033[0m\n\n'
printf '\033[34m●\033[0m general-purpose(Reproduce the flake under load and name the failing assertion)\n  \033[2m└ Bash(npx playwright test login --repeat-each=40)\n    +14 more tool uses\033[0m\n'
printf '\033[33m●\033[0m reviewer(Überprüfe 漢字 🌳 | é ü ñ)\n'
printf '╭──────────────────────────────────────────────────────────────╮\n│ \033[1mBash command\033[0m   npm run e2e:all                                 │\n│ \033[31m- await page.waitForURL("/home")\033[0m                             │\n│ \033[32m+ await page.waitForResponse(/refresh/)\033[0m                      │\n╰──────────────────────────────────────────────────────────────╯\n'
printf 'Do you want to proceed? https://example.test/docs\n\033[36m❯ 1. Yes\033[0m\n  2. Yes, and do not ask again in this folder\n  3. No, and say what to do instead \033[2m(esc)\033[0m '
read -r line`

for (const theme of ['dark', 'light'] as const) {
  test(`the terminal in the ${theme} theme`, async ({ world, app, terminals }) => {
    placeThreeProjects(world)
    await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: ['-c', INTERFACE] })
    await terminals.start({ title: 'Sweep the docs', session: DOCS, args: ['-c', 'printf "nothing left to do\\n"; exit 1'] })
    await app.open()
    const { page } = app
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await app.runs.open('Fix the flaky login test')
    const drawer = new TerminalDrawer(page)
    await drawer.shows('(esc)')
    await drawer.focus()
    await shoot(page, `terminal-${theme}`)
    await page.keyboard.press('Control+F')
    await page.getByRole('textbox', { name: 'Find in the terminal' }).fill('uses')
    await expect(page.getByRole('search').getByRole('status')).toHaveText(/of 2$/)
    await shoot(page, `terminal-find-${theme}`)
    await page.keyboard.press('Escape')
    await drawer.paste('npm ci\nnpm run e2e:all -- --repeat-each=40\n')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await shoot(page, `terminal-paste-${theme}`)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /Sweep the docs/ }).click()
    await expect(drawer.pane.getByText(/ended with exit code 1/)).toBeVisible()
    await shoot(page, `terminal-ended-${theme}`)
    await page.getByRole('tab', { name: /Fix the flaky/ }).click()
    await app.shell.resize(640, 900)
    await drawer.focus()
    await page.keyboard.type('y')
    await drawer.shows('(esc)')
    await shoot(page, `terminal-narrow-${theme}`)
  })
}
