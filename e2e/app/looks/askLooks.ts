import { type ListedAsk, placeAsks, ruleFor, withdrawAsk } from '../drive/placeAsks'
import type { LookStory } from './LookStage'

const bash = (command: string, description: string): ListedAsk => ({
  input: { command, description },
  more: ruleFor(`${command.split(' ').slice(0, 3).join(' ')}:*`),
})

const listed: readonly ListedAsk[] = [
  bash('npm run release -- --tag next', 'Cut the release candidate.'),
  bash('npm run e2e:all -- --reporter=line', 'Run the whole suite before signing off.'),
  {
    tool: 'mcp__deploy__request',
    input: { url: 'https://deploy.example/v2/gateway', method: 'DELETE', body: { region: 'eu-west-1', reason: 'drain first' } },
    more: {},
  },
  { agent: 'fixer', ...bash('npx vitest run src/refunds', 'Prove the fix.') },
]

/** What is asked, denied in words, taken back meanwhile, or asked by what stands still. */
export const askLooks: LookStory = {
  title: 'asks',
  async tell(stage, show) {
    placeAsks(stage.folder, listed)
    await stage.open()
    const { app, drawer } = stage
    await stage.dialog.start(stage.folder, 'go through all that is listed')
    await drawer.cards.nth(listed.length - 1).waitFor({ state: 'attached' })
    await show('asks-many', 'elsewhere')
    await app.attention.button.click()
    await app.attention.list.locator('[data-ask][aria-busy="false"]').nth(2).waitFor()
    await show('asks-attention', 'elsewhere')
    await app.page.keyboard.press('Escape')

    await drawer.cards.first().focus()
    await app.page.keyboard.press('d')
    await app.page.keyboard.type('not before the review has signed it off')
    await show('ask-deny')
    withdrawAsk(stage.folder, 1)
    await drawer.drawer.getByRole('textbox', { name: 'What you wrote' }).waitFor()
    await show('ask-denial-left')
    await drawer.drawer.getByRole('button', { name: 'Dismiss' }).click()
    withdrawAsk(stage.folder, 2)
    await drawer.drawer.locator('.ask-ended').first().waitFor()
    await show('ask-withdrawn')

    await drawer.button('Pause').click()
    await drawer.drawer.getByText('Its session is paused').first().waitFor()
    await show('ask-paused')
    await app.attention.button.click()
    await app.attention.list.waitFor()
    await show('ask-paused-attention')
    await app.page.keyboard.press('Escape')
    await drawer.button('Continue').click()
    await drawer.button('Pause').waitFor()
    await drawer.button('Close the drawer').click()
    await app.page
      .locator('.node-ask .ask-card[aria-busy="false"], .inspector-asks .ask-card[aria-busy="false"]')
      .first()
      .waitFor()
    await show('asks-fields', 'elsewhere')
  },
}
