import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOREIGN, placeForeignRun } from './drive/placeForeignRun'
import { placeScripted } from './drive/placeScripted'
import type { App } from './harness/App'
import { holdCalls, letThrough } from './harness/holdCalls'
import { expect, test } from './harness/test'
import type { World } from './harness/World'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

const parts = (app: App) => ({ dialog: new NewRunDialog(app.page), drawer: new SessionDrawer(app.page) })

function folderBeside(world: World, name: string): string {
  const folder = join(world.workspace.folder, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

test('what is allowed in one folder is not carried into another; a typed one brings back its own', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  const other = folderBeside(world, 'other')
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  const modes = dialog.dialog.getByRole('combobox', { name: 'Permissions' })
  await dialog.open()
  await dialog.fill(folder, 'say alpha')
  await expect(modes.getByRole('option')).toContainText(['as configured', 'ask, here'])
  await expect(modes.getByRole('option', { name: 'default', exact: true })).toHaveCount(0)
  await expect(modes).toHaveValue('')
  await modes.selectOption({ label: 'everything allowed' })
  await expect(dialog.command).toContainText('bypassPermissions')
  await dialog.prompt.press('Control+Enter')
  await expect(drawer.drawer).toContainText('waits for your message')

  await dialog.open()
  await expect(dialog.folder).toHaveValue(folder)
  await expect(modes).toHaveValue('bypassPermissions')
  await dialog.fill(other, 'say beta')
  await expect(modes).toHaveValue('')
  await expect(dialog.command).toContainText('claude')
  await expect(dialog.command).not.toContainText('bypassPermissions')
  await dialog.folder.fill(folder)
  await expect(modes).toHaveValue('bypassPermissions')
  await dialog.folder.fill(other)
  await expect(dialog.command).not.toContainText('bypassPermissions')
  await dialog.prompt.press('Control+Enter')
  await expect(dialog.dialog).toHaveCount(0)
  await app.runs.open('say beta')
  await dialog.open()
  await expect(dialog.folder).toHaveValue(other)
  await app.page.keyboard.press('Escape')
  await app.runs.open('say alpha')
  await dialog.open()
  await expect(dialog.folder).toHaveValue(folder)
})

test('what was started is no draft any more, also when programs were found anew meanwhile @web', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables, before: (page) => holdCalls(page, 'startLaunch') })
  const { dialog } = parts(app)
  await dialog.open()
  await dialog.fill(folder, 'say alpha')
  await expect(dialog.command).toBeVisible()
  await dialog.prompt.press('Control+Enter')
  await expect(dialog.dialog.getByRole('button', { name: /^Starting/ })).toBeVisible()
  const codex = join(folder, '..', 'bin', 'codex')
  writeFileSync(codex, '#!/bin/sh\necho codex-cli 0.169.0\n', { mode: 0o755 })
  await dialog.dialog.getByRole('button', { name: 'look again' }).click()
  await expect(dialog.dialog.getByText('0.169.0')).toBeVisible()
  await letThrough(app.page)
  await expect(dialog.dialog).toHaveCount(0)
  await dialog.open()
  await expect(dialog.prompt).toHaveValue('')
})

test('a program that is slow to answer is waited for, and there when it has', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  const gate = join(folder, 'gate')
  const codex = join(folder, '..', 'bin', 'codex')
  writeFileSync(codex, `#!/bin/sh\nuntil [ -e "${gate}" ]; do sleep 0.1; done\necho codex-cli 0.169.0\n`, { mode: 0o755 })
  await app.open({ variables })
  const { dialog } = parts(app)
  await dialog.open()
  const tile = dialog.dialog.getByRole('radiogroup', { name: 'Provider' }).locator('label').filter({ hasText: 'Codex' })
  await expect(tile).toContainText('not answering yet', { timeout: 20_000 })
  await expect(tile.getByRole('radio')).toBeDisabled()
  writeFileSync(gate, '')
  await expect(tile).toContainText('0.169.0')
  await expect(tile.getByRole('radio')).toBeEnabled()
})

test('nothing starts before it was shown, and the command that was shown is the one that runs', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.open()
  await dialog.fill(folder, 'guard it')
  const first = (await dialog.command.textContent()) ?? ''
  await dialog.prompt.press('Control+Enter')
  await expect(drawer.cards).toHaveCount(1)
  const [session] = /[0-9a-f-]{36}/.exec(first) ?? []
  await app.tree.selectRoot()
  await app.inspector.tab('Facts').click()
  await expect(app.inspector.pane).toContainText(session ?? 'no id')
  await drawer.cards.first().focus()
  await app.page.keyboard.press('Enter')
  await expect(app.tree.agent('Fix the missed caller')).toHaveAccessibleName(/completed/)
  await app.tree.press('Map the login flow')
  const runs = await app.runs.rows.count()
  const going = app.page.getByRole('dialog', { name: /Continue from/ })
  const go = app.inspector.pane.getByRole('button', { name: 'Continue from here' })
  await go.focus()
  const shownAtOnce = await app.page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.click()
    // No later than this: by the next frame the plan may be there.
    await null
    const dialog = document.querySelector('[role=dialog]')
    const press = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
    dialog?.querySelector('textarea')?.dispatchEvent(press)
    return dialog?.textContent ?? ''
  })
  expect(shownAtOnce).toContain('Working out what will run')
  await expect(going.getByRole('group', { name: 'Command' })).toBeVisible()
  await expect(going).toContainText('What will be sent')
  expect(await app.runs.rows.count()).toBe(runs)
  const command = (await going.getByRole('group', { name: 'Command' }).textContent()) ?? ''
  expect(command).toMatch(/--resume [0-9a-f-]{36}/)
  await going.getByRole('textbox', { name: 'Your message' }).fill('now the other half')
  await expect(going.getByRole('group', { name: 'Command' })).toHaveText(command)
  const order = await going.evaluate((box) => {
    const all = [...box.querySelectorAll('summary, .plan-notes, .plan-command')]
    return all.at(-1)?.className
  })
  expect(order).toContain('plan-command')
  await app.page.keyboard.press('Control+Enter')
  await expect(going).toHaveCount(0)
  const [promoted] = /[0-9a-f-]{36}/.exec(command) ?? []
  await app.tree.selectRoot()
  await app.inspector.tab('Facts').click()
  await expect(app.inspector.pane).toContainText(promoted ?? 'no id')
})

test('a refused start can be tried again, and the fork that is offered starts', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  const live = await placeForeignRun(world, folder)
  await live.end()
  await app.open({ variables })
  const { dialog } = parts(app)
  await app.runs.open('Port invoice PDF')
  await app.tree.selectRoot()
  await app.inspector.pane.getByRole('button', { name: 'Resume', exact: true }).click()
  const resume = app.page.getByRole('dialog', { name: /^Resume/ })
  await expect(resume.getByRole('group', { name: 'Command' })).toBeVisible()
  const again = await world.register(FOREIGN, { status: 'busy' })
  await resume.getByRole('button', { name: /^Resume/ }).click()
  await expect(app.page.getByRole('dialog', { name: 'This run is live somewhere else' })).toBeVisible()
  await app.page.keyboard.press('f')
  const fork = app.page.getByRole('dialog', { name: /^Fork/ })
  await expect(fork.getByRole('group', { name: 'Command' })).toBeVisible()
  await expect(fork.getByRole('alert')).toHaveCount(0)
  await fork.getByRole('button', { name: /Start run/ }).click()
  await expect(fork).toHaveCount(0)
  await again.end()

  const gone = folderBeside(world, 'gone')
  await dialog.open()
  await dialog.fill(gone, 'just say it')
  await expect(dialog.command).toBeVisible()
  renameSync(gone, `${gone}-away`)
  await dialog.prompt.press('Control+Enter')
  await expect(dialog.dialog.getByRole('alert')).toContainText(/folder/i)
  renameSync(`${gone}-away`, gone)
  await dialog.prompt.press('Control+Enter')
  await expect(dialog.dialog).toHaveCount(0)
})

test('what is being written survives another run and a reload; asking the parent adds to it', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'guard it')
  await expect(drawer.cards).toHaveCount(1)
  await drawer.message.fill('a long and careful message')
  await app.tree.press('Map the login flow')
  await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
  await app.page
    .getByRole('menuitem', { name: /Ask its parent/ })
    .first()
    .click()
  await expect(drawer.message).toHaveValue(/^a long and careful message\n\nSend a message to your agent Explore #1/)
  const message = await drawer.message.inputValue()
  await dialog.open()
  await dialog.fill(folder, 'a half written prompt')
  await app.page.keyboard.press('Escape')
  await app.page.reload()
  await expect(drawer.message).toHaveValue(message)
  await dialog.open()
  await expect(dialog.prompt).toHaveValue('a half written prompt')
})

test('a run of ours is not said to be somewhere else', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  await app.open({ variables })
  const { dialog, drawer } = parts(app)
  await dialog.start(folder, 'just say it')
  await expect(drawer.drawer).toContainText('waits for your message')
  await app.tree.selectRoot()
  await app.inspector.pane.getByRole('button', { name: 'All ways on' }).click()
  await app.page.getByRole('menuitem', { name: /why not/ }).click()
  const here = app.page.getByRole('dialog', { name: 'This run is live here already' })
  await expect(here).not.toContainText('not ours')
  await here.getByRole('button', { name: /Write to it/ }).click()
  await expect(here).toHaveCount(0)
  await expect(drawer.message).toBeFocused()
})

test('the keyboard never leaves the list of folders behind', async ({ world, app }) => {
  const { folder, variables } = placeScripted(world)
  for (const name of 'abcdefghijkl') folderBeside(world, `acme/${name}-folder`)
  await app.open({ variables })
  const { dialog } = parts(app)
  await dialog.open()
  await dialog.folder.fill(`${folder}/`)
  const options = dialog.dialog.getByRole('listbox', { name: 'Folders' }).getByRole('option')
  await expect(options).toHaveCount(12)
  for (let step = 0; step < 12; step++) await dialog.folder.press('ArrowDown')
  await expect(options.last()).toBeInViewport({ ratio: 0.9 })
})
