import type { ElectronApplication } from '@playwright/test'
import { placeScripted } from './drive/placeScripted'
import type { App } from './harness/App'
import { expect, test } from './harness/test'
import { NewRunDialog } from './pages/NewRunDialog'
import { SessionDrawer } from './pages/SessionDrawer'

interface Asked {
  readonly message: string
  readonly buttons: readonly string[]
}

/** The system's own dialog is outside of every page: it is written down, and answered by the button of this name. */
async function answerWith(electron: ElectronApplication, button: string): Promise<void> {
  await electron.evaluate(({ dialog }, name) => {
    const asked: Asked[] = []
    Object.assign(globalThis, { asked })
    const show = (...given: unknown[]) => {
      const { message, buttons = [] } = given.at(-1) as Electron.MessageBoxOptions
      asked.push({ message, buttons })
      return Promise.resolve({ response: buttons.indexOf(name), checkboxChecked: false })
    }
    dialog.showMessageBox = show as typeof dialog.showMessageBox
  }, button)
}

const asked = (electron: ElectronApplication): Promise<readonly Asked[]> =>
  electron.evaluate(() => (globalThis as unknown as { asked: readonly Asked[] }).asked)

async function openWithRun(app: App, folder: string, variables: Readonly<Record<string, string>>): Promise<SessionDrawer> {
  await app.open({ variables })
  await new NewRunDialog(app.page).start(folder, 'a slow one')
  const drawer = new SessionDrawer(app.page)
  await expect(drawer.drawer).toContainText('in a turn for')
  return drawer
}

async function pidOf(drawer: SessionDrawer): Promise<number> {
  return Number(/process (\d+)/.exec((await drawer.drawer.textContent()) ?? '')?.[1])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** As a person does it: by the window. */
const closeWindow = (electron: ElectronApplication): Promise<void> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

test.describe('closing the window while a run is active @desktop', () => {
  test('asks; cancelled, all stays as it is', async ({ world, app }) => {
    const { folder, variables } = placeScripted(world, 'acme', 'ask')
    const drawer = await openWithRun(app, folder, variables)
    const { electron } = app.shell
    if (!electron) throw new Error('no desktop')
    await answerWith(electron, 'Cancel')
    await closeWindow(electron)
    await expect.poll(() => asked(electron)).toHaveLength(1)
    const [question] = await asked(electron)
    expect(question?.message).toBe('1 run that was started here is still active.')
    expect(question?.buttons).toEqual(['Keep running', 'Stop it', 'Cancel'])
    await expect(drawer.drawer).toContainText('in a turn for')
    const pid = await pidOf(drawer)
    expect(isAlive(pid)).toBe(true)
    await answerWith(electron, 'Stop it')
    await app.close()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('stops it where that is chosen, and ends', async ({ world, app }) => {
    const { folder, variables } = placeScripted(world, 'acme', 'ask')
    const drawer = await openWithRun(app, folder, variables)
    const pid = await pidOf(drawer)
    const { electron } = app.shell
    if (!electron) throw new Error('no desktop')
    await answerWith(electron, 'Stop it')
    const gone = electron.waitForEvent('close')
    await closeWindow(electron)
    await gone
    await expect.poll(() => isAlive(pid)).toBe(false)
    await app.close()
  })

  test('keeps it running where that is chosen; the next start finds it', async ({ world, app }) => {
    const { folder, variables } = placeScripted(world, 'acme', 'ask')
    const drawer = await openWithRun(app, folder, variables)
    const pid = await pidOf(drawer)
    const first = app.shell.electron
    if (!first) throw new Error('no desktop')
    await answerWith(first, 'Keep running')
    const gone = first.waitForEvent('close')
    await closeWindow(first)
    await gone
    expect(isAlive(pid)).toBe(true)
    await app.relaunch()
    const again = new SessionDrawer(app.page)
    await expect(again.drawer).toContainText('in a turn for')
    expect(await pidOf(again)).toBe(pid)
    const { electron } = app.shell
    if (!electron) throw new Error('no desktop')
    await answerWith(electron, 'Stop it')
    await app.close()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
