import { openBroken } from '../drive/openBroken'
import type { LookStory } from './LookStage'

/** Sessions that never came to be, and one that broke in the middle. */
export const failedLooks: LookStory = {
  title: 'sessions that fail',
  async tell(stage, show) {
    await stage.open()
    const { app, drawer } = stage
    await stage.dialog.start(stage.folder, 'crash on the way')
    const trouble = drawer.drawer.getByRole('alert').filter({ hasText: 'exit code 3' })
    await trouble.getByRole('group', { name: 'Error output' }).or(trouble.getByText('out of memory').last()).first().waitFor()
    await show('drawer-failed')
    await app.tree.selectRoot()
    await app.inspector.pane.getByRole('toolbar', { name: 'Ways on' }).waitFor()
    await show('drawer-failed-selected')
    await openBroken(app, stage.folder)
    await show('new-run-failed', 'elsewhere')
    await app.attention.button.click()
    await app.attention.items.filter({ hasText: 'A start failed' }).waitFor()
    await show('attention-failed', 'elsewhere')
    await app.page.keyboard.press('Escape')
    await app.page.getByRole('button', { name: 'Change it and try again' }).click()
    await stage.dialog.dialog.getByRole('textbox', { name: 'Extra arguments' }).waitFor()
    await stage.dialog.command.waitFor()
    await show('new-run-again')
  },
}
