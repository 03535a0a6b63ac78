import { createServer } from 'node:http'
import { expect, test } from './harness/test'
import { placeThreeProjects, SHOP } from './threeProjects'

test.describe('the page is kept in its cage @desktop', () => {
  test('it has no Node, no second window, no other address and no permission @packaged', async ({ world, app }) => {
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

  test('a second start shows the window that is there @packaged', async ({ world, app }) => {
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
