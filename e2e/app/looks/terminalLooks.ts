import { TerminalDrawer } from '../pages/TerminalDrawer'
import { StartedTerminals } from '../StartedTerminals'
import { DOCS, placeThreeProjects, SHOP } from '../threeProjects'
import type { LookStage, LookStory, Show } from './LookStage'

async function see({ app }: LookStage, show: Show): Promise<void> {
  const drawer = new TerminalDrawer(app.page)
  await app.runs.open('Fix the flaky login test')
  await drawer.shows('proceed?')
  await drawer.focus()
  await show('terminal', 'elsewhere')
  await app.page.keyboard.press('Control+F')
  await app.page.getByRole('textbox', { name: 'Find in the terminal' }).fill('proceed')
  await app.page.getByRole('search').getByRole('status').filter({ hasText: /of 1$/ }).waitFor()
  await show('terminal-find', 'elsewhere')
  await app.page.keyboard.press('Escape')
  await drawer.paste('npm ci\nnpm run e2e:all -- --repeat-each=40\n')
  await app.page.getByRole('alertdialog').waitFor()
  await show('terminal-paste', 'elsewhere')
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('tab', { name: 'Composer' }).click()
  await app.page.getByRole('tab', { name: 'Composer', selected: true }).waitFor()
  await show('terminal-composer')
  await app.page.getByRole('tab', { name: 'Terminal', exact: true }).click()
  await app.page.getByRole('tab', { name: /Sweep the docs/ }).click()
  await drawer.pane.getByText(/ended with exit code 1/).waitFor()
  await show('terminal-ended', 'elsewhere')
}

/** Programs in terminals of ours: searched, pasted into, spoken to elsewhere, over. */
export const terminalLooks: LookStory = {
  title: 'terminals',
  async tell(stage, show) {
    placeThreeProjects(stage.world)
    const terminals = new StartedTerminals(stage.world)
    try {
      const asks = 'printf "\\033[33mDo you want to proceed?\\033[0m "; read -r line'
      await terminals.start({ title: 'Fix the flaky login test', session: SHOP, args: ['-c', asks] })
      await terminals.start({ title: 'Sweep the docs', session: DOCS, args: ['-c', 'printf "nothing left to do\\n"; exit 1'] })
      await stage.open()
      await see(stage, show)
    } finally {
      await terminals.close()
    }
  },
}
