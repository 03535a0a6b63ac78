import type { LookStory } from './LookStage'

/** Each kind of ask of its own: questions, a change, a plan. */
export const kindLooks: LookStory = {
  title: 'kinds of asks',
  async tell(stage, show) {
    await stage.open()
    const { app, drawer } = stage
    await stage.dialog.start(stage.folder, 'a question')
    await drawer.cards.getByRole('radio', { name: /redis-eu-2/ }).check()
    await show('question-chosen')
    await drawer.cards.getByRole('radio', { name: /redis-eu-2/ }).press('Control+Enter')
    await drawer.cards.getByRole('status').filter({ hasText: 'without an answer' }).waitFor()
    await show('question-left')
    for (const kind of ['edit', 'plan']) {
      await drawer.button('Interrupt').click()
      await drawer.drawer.getByText('waits for your message').waitFor()
      await drawer.send(`a ${kind}`)
      await drawer.cards.first().waitFor()
      await app.tree.selectRoot()
      await show(kind === 'plan' ? kind : `permission-${kind}`, 'elsewhere')
    }
    await app.attention.button.click()
    await app.attention.list.locator('[data-ask][aria-busy="false"]').waitFor()
    await show('plan-attention')
    await app.attention.list
      .getByRole('button', { name: /^Keep planning|^Deny|^No/ })
      .first()
      .waitFor()
  },
}
