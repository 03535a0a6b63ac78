import { openLimits } from '../drive/openLimits'
import type { LookStory } from './LookStage'

/** What an agent and all below it may take: set, misread, passed, known. */
export const limitLooks: LookStory = {
  title: 'limits',
  async tell(stage, show) {
    await stage.open()
    const { app } = stage
    await stage.dialog.start(stage.folder, 'guard the login test')
    await stage.drawer.cards.first().waitFor()
    await app.tree.press('Reproduce the flake')
    await app.inspector.pane.getByRole('button', { name: 'Actions', exact: true }).click()
    await app.page.getByRole('menuitem', { name: 'Limits …' }).click()
    const ofAgent = app.page.getByRole('dialog', { name: /^Limits of general-purpose/ })
    await ofAgent.getByRole('textbox', { name: /^Tokens/ }).fill('5k')
    await ofAgent.getByRole('textbox', { name: /^Time/ }).fill('soon')
    await ofAgent.getByRole('textbox', { name: /^Cost/ }).fill('a lot')
    await ofAgent.getByRole('button', { name: 'Set limits' }).and(app.page.locator('[aria-disabled="true"]')).waitFor()
    await show('limits-agent')
    await ofAgent.getByRole('textbox', { name: /^Time/ }).fill('30')
    await ofAgent.getByRole('textbox', { name: /^Cost/ }).fill('')
    await app.page.keyboard.press('Control+Enter')
    const banner = app.page.getByRole('status').filter({ hasText: 'Limit passed by' })
    await banner.waitFor()
    await show('limit-passed-agent')
    await banner.getByRole('button', { name: 'Limits …' }).click()
    await ofAgent.getByRole('button', { name: 'Take them away' }).waitFor()
    await show('limits-known')
    await app.page.keyboard.press('Escape')
    await app.attention.button.click()
    await app.attention.items.filter({ hasText: 'Limit passed' }).waitFor()
    await show('attention-limit', 'elsewhere')
    await app.page.keyboard.press('Escape')
    await openLimits(app)
    await show('limits', 'elsewhere')
  },
}
