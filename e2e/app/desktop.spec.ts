import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parse } from 'yaml'
import { PROJECT } from '../../test/harness/recordings'
import { findProgram } from './harness/findProgram'
import { readFuses } from './harness/readFuses'
import { expect, test } from './harness/test'
import { placeThreeProjects, SHOP } from './threeProjects'

test.describe('the page is kept in its cage @desktop', () => {
  test('it has no Node, no second window, no other address and no permission @smoke', async ({ world, app }) => {
    placeThreeProjects(world)
    await app.open()
    app.noise.allow(/Not allowed|Blocked|ERR_|Content Security Policy|navigat|Refused/i)
    const knocks: string[] = []
    const server = createServer((request, response) => {
      knocks.push(request.url ?? '')
      response.end('never')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    const found = await app.page.evaluate(async (target) => {
      const globals = window as unknown as Record<string, unknown>
      const opened = window.open(target)
      const fetched = await fetch(target).then(
        () => true,
        () => false,
      )
      const asked = await Notification.requestPermission().catch(() => 'denied')
      return { node: typeof globals['require'], process: typeof globals['process'], opened: opened !== null, fetched, asked }
    }, url)
    expect(found).toEqual({ node: 'undefined', process: 'undefined', opened: false, fetched: false, asked: 'denied' })
    await app.shell.electron?.evaluate(({ BrowserWindow }) => {
      const tried: boolean[] = []
      // After the app's own listener: what that has prevented is seen here.
      BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (event) => tried.push(event.defaultPrevented))
      Object.assign(globalThis, { tried })
    })
    // Playwright would wait for a navigation that is never to come.
    await app.page.evaluate((target) => void setTimeout(() => location.assign(target), 0), url)
    const tried = () => app.shell.electron?.evaluate(() => (globalThis as unknown as { tried: boolean[] }).tried)
    await expect.poll(tried).toEqual([true])
    expect(await app.shell.address()).toMatch(/^understory-app:/)
    expect(knocks).toEqual([])
    server.close()
  })

  test('only its own page gets a port: no frame inside it does @smoke', async ({ world, app }) => {
    placeThreeProjects(world)
    await app.open()
    await expect(app.runs.rows).toHaveCount(3)
    await app.page.evaluate(() => void document.body.append(document.createElement('iframe')))
    await app.shell.electron?.evaluate(({ BrowserWindow }) => {
      const ports: string[] = []
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents) contents.postMessage = (channel) => void ports.push(channel)
      Object.assign(globalThis, { ports })
    })
    const ports = () => app.shell.electron?.evaluate(() => (globalThis as unknown as { ports: string[] }).ports)
    const frame = app.page.frames().find((one) => one !== app.page.mainFrame())
    // It speaks to the page as the page speaks to itself.
    await frame?.evaluate(() => parent.postMessage('understory-ready', '*'))
    // As if it could speak to the main process, too, and as if another page stood in the window.
    await app.shell.electron?.evaluate(({ BrowserWindow, ipcMain }) => {
      const sender = BrowserWindow.getAllWindows()[0]?.webContents
      const [inner] = sender?.mainFrame.frames ?? []
      ipcMain.emit('understory-ready', { sender, senderFrame: inner })
      ipcMain.emit('understory-ready', { sender, senderFrame: null })
      ipcMain.emit('understory-ready', { sender: {}, senderFrame: sender?.mainFrame })
    })
    expect(await ports()).toEqual([])
    await app.page.evaluate(() => window.postMessage('understory-ready', location.origin))
    await expect.poll(ports).toEqual(['understory-port'])
  })

  test('a second start shows the window that is there @smoke', async ({ world, app }) => {
    placeThreeProjects(world)
    await app.open()
    await app.shell.handOver(`understory://claude/${SHOP}`)
    await expect(app.tree.items).toHaveCount(4)
    expect(app.page.context().pages()).toHaveLength(1)
  })

  test('the menu leads back and forward, to the search and to the keys', async ({ world, app }) => {
    placeThreeProjects(world)
    await app.open()
    await app.runs.open('Fix the flaky login test')
    await app.tree.press('Map the login flow')
    await app.tree.press('Review the token refresh')
    await app.desktop.chooseMenu('Go', 'Back')
    await expect(app.tree.selected).toHaveAccessibleName(/Map the login flow/)
    await app.desktop.chooseMenu('Go', 'Forward')
    await expect(app.tree.selected).toHaveAccessibleName(/Review the token refresh/)
    await app.desktop.chooseMenu('Go', 'Search or go to URI')
    await expect(app.palette.dialog).toBeVisible()
    await app.page.keyboard.press('Escape')
    await app.desktop.chooseMenu('Help', 'All keys')
    await expect(app.page.getByRole('dialog', { name: /keys/i })).toBeVisible()
  })
})

// Only packages have fuses of ours: the runtime as it comes has none.
test('a package runs nothing but itself: its fuses are burnt as they were chosen @desktop', () => {
  test.skip(process.platform !== 'linux', 'elsewhere they stand in another file')
  const { electronFuses } = parse(readFileSync(join(PROJECT, 'electron-builder.yml'), 'utf8')) as {
    readonly electronFuses: Readonly<Record<string, boolean>>
  }
  expect(electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
  const program = findProgram('packaged')
  test.skip(program === null, 'nothing was packed')
  // The one that Playwright looks into must be inspectable; nobody ships it.
  expect(readFuses(program?.executable ?? '')).toEqual({ ...electronFuses, enableNodeCliInspectArguments: true })
})
