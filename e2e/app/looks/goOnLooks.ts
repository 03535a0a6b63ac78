import type { LookStage, LookStory, Show } from './LookStage'

async function seeLive({ app }: LookStage, show: Show): Promise<void> {
  await app.tree.selectRoot()
  await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
  await app.page.getByRole('menuitem', { name: /why not/ }).click()
  await app.page.getByRole('dialog', { name: 'This run is live here already' }).waitFor()
  await show('open-here')
  await app.page.keyboard.press('Escape')
}

async function seeContinue({ app }: LookStage, show: Show): Promise<void> {
  await app.tree.press('Map the login flow')
  await app.inspector.pane.getByRole('button', { name: 'Continue from here' }).click()
  const dialog = app.page.getByRole('dialog', { name: /^Continue from/ })
  await dialog.getByText('What will be sent').waitFor()
  await show('continue', 'elsewhere')
  await dialog.getByRole('slider', { name: 'Cut after' }).press('ArrowLeft')
  await dialog.getByRole('rowheader', { name: /^Left out: what comes after the cut/ }).waitFor()
  await show('continue-cut')
  await dialog.getByRole('radio', { name: /As text/ }).check()
  await dialog.getByText('Model, agent, permissions, how it runs').click()
  await dialog.getByText('Show the text').click()
  await dialog.getByRole('group', { name: 'What was said' }).waitFor()
  await dialog.getByRole('group', { name: 'What was said' }).scrollIntoViewIfNeeded()
  await show('continue-text-open')
  await app.page.keyboard.press('Escape')
}

async function seeEnded(stage: LookStage, show: Show): Promise<void> {
  const { app, drawer } = stage
  await drawer.button(/^Stop$/).click()
  await drawer.button(/^Forget that it was started here/).waitFor()
  await show('ended', 'elsewhere')
  await app.tree.selectRoot()
  const resume = app.inspector.pane.getByRole('button', { name: 'Resume', exact: true })
  await resume.and(app.page.locator(':not([aria-disabled])')).click()
  const dialog = app.page.getByRole('dialog', { name: /^Resume/ })
  await dialog.getByRole('group', { name: 'Command' }).waitFor()
  await show('resume')
  await app.page.keyboard.press('Escape')
  await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
  await app.page.getByRole('menuitem', { name: 'Fork', exact: true }).click()
  const fork = app.page.getByRole('dialog', { name: /^Fork/ })
  await fork.getByRole('textbox', { name: 'Your message' }).fill('Now try it with the refresh before the redirect.')
  await fork.getByRole('group', { name: 'Command' }).waitFor()
  await fork
    .getByRole('button', { name: /Ctrl Enter$/ })
    .and(app.page.locator(':not([aria-disabled])'))
    .waitFor()
  await show('fork')
  await app.page.keyboard.press('Control+Enter')
  await fork.waitFor({ state: 'detached' })
}

/** From a run that is live, from one of its agents, from one that has ended; and the links that are left of it. */
export const goOnLooks: LookStory = {
  title: 'going on',
  async tell(stage, show) {
    await stage.open()
    const { app, drawer } = stage
    await stage.dialog.start(stage.folder, 'guard the login test')
    await drawer.cards.first().focus()
    await app.page.keyboard.press('Enter')
    await drawer.drawer.getByText('waits for your message').waitFor()
    await seeLive(stage, show)
    await seeContinue(stage, show)
    await seeEnded(stage, show)
    const back = app.page.getByRole('button', { name: /goes on from/ })
    await back.waitFor()
    await show('goes-on-from')
    await stage.dialog.start(stage.folder, 'say something else')
    await drawer.drawer.locator('.drawer-title', { hasText: 'say something else' }).waitFor()
    await drawer.button(/^\d more/).click()
    await app.page.getByRole('menu', { name: 'Runs that were started here' }).waitFor()
    await show('drawer-others')
    await app.page.getByRole('menuitem').first().click()
    await back.click()
    await app.page.getByRole('button', { name: /continued in 1 run/ }).click()
    await app.page.getByRole('menu', { name: 'Runs that go on from this one' }).waitFor()
    await show('continued-in')
  },
}
