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
    expect(found).toMatchObject({ node: 'undefined', process: 'undefined', opened: false, fetched: false })
    // Playwright would wait for a navigation that is never to come.
    await app.page.evaluate((target) => void setTimeout(() => location.assign(target), 0), url)
    await expect.poll(() => app.shell.address()).toMatch(/^understory-app:/)
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
})
