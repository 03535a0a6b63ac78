import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LookStory } from './LookStage'

/** What held the input of a session is gone; the session is not. */
export const adriftLooks: LookStory = {
  title: 'a session that is adrift',
  async tell(stage, show) {
    await stage.open()
    const { app, drawer, world } = stage
    await stage.dialog.start(stage.folder, 'a slow and stubborn one')
    await drawer.drawer.getByText('in a turn for').waitFor()
    const { pid } = JSON.parse(readFileSync(join(world.workspace.stateFolder, 'keeper.json'), 'utf8'))
    process.kill(Number(pid), 'SIGKILL')
    await drawer.drawer.getByText('nobody holds its input any more').waitFor()
    await app.tree.selectRoot()
    await app.inspector.pane.getByRole('toolbar', { name: 'Ways on' }).waitFor()
    await show('drawer-adrift')
    await drawer.button(/^Stop$/).click()
    await app.page.getByRole('dialog', { name: 'Stop this run?' }).waitFor()
    await show('stop-adrift')
    await app.page.getByRole('button', { name: 'Stop now' }).click()
    await drawer.drawer.getByText(/^ended/).waitFor()
    await app.page.locator('.node[data-agent]', { hasText: 'stopped' }).first().waitFor()
    await show('drawer-gone')
  },
}
