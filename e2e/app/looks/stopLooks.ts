import type { LookStory } from './LookStage'

/** What is stopped, what does not let itself be stopped, and what is over before a person has decided. */
export const stopLooks: LookStory = {
  title: 'stopping',
  async tell(stage, show) {
    await stage.open()
    const { app, drawer } = stage
    await stage.dialog.start(stage.folder, 'guard the login test, and be stubborn about it')
    await drawer.cards.first().waitFor()
    await drawer.button('Interrupt').click()
    const failure = drawer.drawer.getByRole('alert').filter({ hasText: 'Interrupt:' })
    await failure.waitFor()
    await show('steer-failure')
    await failure.getByRole('button', { name: 'Put it away' }).click()

    await app.tree.press('reviewer')
    await app.inspector.pane.getByRole('button', { name: 'Stop this agent alone' }).click()
    const agent = app.page.getByRole('dialog', { name: /^Stop reviewer/ })
    await agent.getByText('would stop with it').waitFor()
    await show('stop-agent-with-others')
    await agent.getByRole('button', { name: 'Stop it' }).click()
    await agent.getByRole('alert').waitFor()
    await show('stop-agent-refused')
    await app.page.keyboard.press('Escape')

    await drawer.send('keep the trace of the first failing run')
    await drawer.queued.first().waitFor()
    await drawer.message.fill('If the reviewer agrees, commit it, but do not push.')
    await drawer.button(/^Stop$/).click()
    const run = app.page.getByRole('dialog', { name: 'Stop this run?' })
    await run.getByText('still waits and would not be sent').waitFor()
    await show('stop-with-queue')
    const [pid] = /\d+/.exec((await run.getByText(/It runs as process/).textContent()) ?? '') ?? []
    process.kill(Number(pid), 'SIGKILL')
    await run.getByText('nothing is left to stop').waitFor()
    await show('nothing-to-stop')
    await run.getByRole('button', { name: 'Close', exact: true }).last().click()
    await drawer.drawer.getByRole('textbox', { name: 'What you wrote' }).waitFor()
    await show('draft-left')
  },
}
