import { rmSync } from 'node:fs'
import { placeForeignRun } from '../drive/placeForeignRun'
import type { LookStory } from './LookStage'

/** A run that somebody else keeps: refused, joined, left, joined by hand, ended. */
export const foreignLooks: LookStory = {
  title: 'a run that is live elsewhere',
  async tell(stage, show) {
    const live = await placeForeignRun(stage.world, stage.folder, '0ffe82a8')
    await stage.open()
    const { app, drawer } = stage
    const { page, inspector } = app
    await app.runs.open('Port invoice PDF')
    await app.tree.selectRoot()
    await inspector.pane.getByRole('button', { name: 'All ways on' }).click()
    await page.getByRole('menuitem', { name: /Resume: why not/ }).waitFor()
    await show('ways-on', 'elsewhere')
    await page.getByRole('menuitem', { name: /Resume: why not/ }).click()
    const refused = page.getByRole('dialog', { name: /live somewhere else/ })
    await refused.getByRole('button', { name: /in a terminal here/ }).waitFor()
    await show('resume-refused-join')
    await page.keyboard.press('t')
    await refused.waitFor({ state: 'detached' })
    await inspector.pane.getByRole('button', { name: 'Attach' }).click()
    await page.locator('.xterm-rows').waitFor()
    await show('joined')
    await drawer.button(/^Stop$/).click()
    await page.getByRole('dialog', { name: 'Close this terminal?' }).waitFor()
    await show('close-join')
    await page.getByRole('button', { name: /^Close it/ }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Joined it cannot be from here any more.
    rmSync(stage.folder, { recursive: true })
    await inspector.pane.getByRole('button', { name: 'Attach' }).click()
    await page.getByRole('button', { name: 'Copy command' }).waitFor()
    await show('copy-command', 'elsewhere')
    await page.keyboard.press('Escape')
    await live.end()
    await page.getByRole('status').filter({ hasText: 'it can be resumed now' }).waitFor()
    await show('ended-elsewhere', 'elsewhere')
  },
}
