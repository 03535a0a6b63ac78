import { expect, test } from './harness/test'
import { placeHostileRun } from './hostileRun'
import { placeThreeProjects } from './threeProjects'

/** The page must never be away for longer, whatever it is given. Generous: the machine may be busy. */
const LONGEST_SILENCE_MS = 4_000

test.describe('a hostile transcript', () => {
  test.beforeEach(async ({ world, app }) => {
    placeThreeProjects(world)
    placeHostileRun(world)
    await app.open()
    await app.page.evaluate(() => {
      const beat = { last: performance.now(), longest: 0 }
      const step = (): void => {
        beat.longest = Math.max(beat.longest, performance.now() - beat.last)
        beat.last = performance.now()
        requestAnimationFrame(step)
      }
      step()
      Object.assign(window, { beat })
    })
    await app.runs.open('Hostile')
    await app.tree.selectRoot()
    await expect(app.inspector.transcript).toContainText('The end of the hostile run.')
  })

  test.afterEach(async ({ app }) => {
    const state = await app.page.evaluate(() => {
      const { beat, hasRun } = window as unknown as { beat: { longest: number }; hasRun?: string }
      return { longest: beat.longest, hasRun: hasRun ?? null }
    })
    expect(state.hasRun, 'code of the transcript ran').toBeNull()
    expect(state.longest, 'the page was away').toBeLessThan(LONGEST_SILENCE_MS)
    const foreign = app.page.locator(
      'iframe, script:not([src]), a[href^="javascript:" i], a[href^="data:" i], img[src^="http"], object, embed',
    )
    await expect(foreign).toHaveCount(0)
    const width = await app.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
    expect(width[0], 'the page scrolls sideways').toBeLessThanOrEqual(width[1])
  })

  test('neither runs nor fetches, and the panes keep their places @smoke', async ({ app }) => {
    const places = async () => {
      const boxes = [app.runs.pane, app.tree.tree, app.inspector.pane].map((pane) => pane.boundingBox())
      return (await Promise.all(boxes)).map((box) => box && [box.x, box.width])
    }
    const hostile = await places()
    await app.inspector.scrollThrough()
    expect(await places()).toEqual(hostile)
    await app.runs.open('Fix the flaky login test')
    await expect(app.tree.agent('Map the login flow')).toBeAttached()
    await app.tree.selectRoot()
    expect(await places()).toEqual(hostile)
  })

  test('agents that call each other in a circle are all there, once', async ({ app }) => {
    const named = async (name: string) => (await app.tree.outline()).filter(({ words }) => words.includes(name)).length
    const counts = async () => ({
      one: await named('Circle one'),
      two: await named('Circle two'),
      unplaced: await app.page.getByRole('button', { name: /unplaced/i }).count(),
    })
    await expect(async () => {
      const { one, two, unplaced } = await counts()
      expect(one + two + unplaced).toBeGreaterThanOrEqual(2)
    }).toPass()
    const { one, two } = await counts()
    expect(one).toBeLessThanOrEqual(1)
    expect(two).toBeLessThanOrEqual(1)
  })

  test('control characters are shown, never obeyed', async ({ app }) => {
    const words = (await app.tree.outline()).map((item) => item.words).join('\n')
    const title = await app.runs.row('Hostile').first().textContent()
    for (const text of [words, title]) for (const control of ['\u001b', '\u202e', '\u0007']) expect(text).not.toContain(control)
  })

  test('every tool call and tab of it opens', async ({ app }) => {
    for (const tab of ['Prompt & result', 'Tools', 'Facts', 'Transcript']) {
      await app.inspector.tab(tab).click()
      await expect(app.inspector.tab(tab)).toHaveAttribute('aria-selected', 'true')
    }
    await app.inspector.openAllTools()
    await app.inspector.scrollThrough()
    await expect(
      app.page.getByText('broke', { exact: false }).filter({ has: app.page.getByRole('button', { name: 'Try again' }) }),
    ).toHaveCount(0)
  })
})
