import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LookStage, LookStory } from './LookStage'

/** A program that is found and waits with its answer, and one that is too old. */
function placePrograms(folder: string): { answer(): void } {
  const bin = join(folder, '..', 'bin')
  const gate = join(folder, '..', 'gate')
  const slow = `#!/bin/sh\nuntil [ -e "${gate}" ]; do sleep 0.1; done\necho codex-cli 0.169.0\n`
  writeFileSync(join(bin, 'codex'), slow, { mode: 0o755 })
  writeFileSync(join(bin, 'opencode'), '#!/bin/sh\necho 0.3.11\n', { mode: 0o755 })
  return { answer: () => writeFileSync(gate, '') }
}

async function seeTiles({ dialog: { dialog } }: LookStage): Promise<void> {
  const tiles = dialog.getByRole('radiogroup', { name: 'Provider' }).locator('label')
  await tiles.filter({ hasText: 'Codex' }).filter({ hasText: 'not answering yet' }).waitFor()
  await tiles.filter({ hasText: 'OpenCode' }).filter({ hasText: 'too old' }).waitFor()
}

/** From an empty form to a terminal that waits for its first words. */
export const newRunLooks: LookStory = {
  title: 'a new run',
  async tell(stage, show) {
    const programs = placePrograms(stage.folder)
    for (const name of ['api', 'e2e', 'packages']) mkdirSync(join(stage.folder, name))
    await stage.open()
    const { app, dialog } = stage
    await dialog.open()
    await dialog.fill(stage.folder, 'Find out why the login test fails one time in nine')
    await dialog.command.waitFor()
    await seeTiles(stage)
    await show('new-run-slow')
    programs.answer()
    // On a busy machine it was given up while it was looked at.
    await dialog.dialog.getByRole('button', { name: 'look again' }).click()
    await dialog.dialog.getByText('0.169.0').waitFor()
    await dialog.dialog.getByText('Why not OpenCode, and how to get it').click()
    await show('new-run-missing')
    await dialog.folder.fill(`${stage.folder}/`)
    await dialog.dialog.getByRole('listbox', { name: 'Folders' }).getByRole('option').nth(2).waitFor()
    await dialog.folder.press('ArrowDown')
    await show('new-run-folders')
    await dialog.folder.fill(`${stage.folder}/no such folder`)
    await dialog.dialog.getByRole('alert').waitFor()
    await show('new-run-error', 'elsewhere')
    await dialog.fill(stage.folder, '')
    await dialog.dialog.getByRole('radio', { name: /Terminal/ }).check()
    await dialog.dialog.getByRole('button', { name: 'Extra arguments' }).click()
    await dialog.dialog.getByRole('textbox', { name: 'Extra arguments' }).fill('--verbose\n--add-dir\n../shared docs')
    await dialog.command.filter({ hasText: '--verbose' }).waitFor()
    await show('new-run-arguments')
    await dialog.prompt.press('Control+Enter')
    await dialog.dialog.waitFor({ state: 'detached' })
    await app.page.getByRole('region', { name: 'The new run' }).waitFor()
    await app.page.locator('.xterm-rows').waitFor()
    await show('starting', 'elsewhere')
    await app.page.getByRole('button', { name: 'Back meanwhile' }).click()
    await app.page.getByRole('list', { name: 'Starting' }).getByRole('button').waitFor()
    await show('starting-card')
  },
}
