import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { meterFrames, openBrowser, openPage } from './openPage.mjs'
import { makeHome, openServed } from './openServed.mjs'
import { screenOf } from './screen.mjs'

/** 10 000 runs in the list at the left, scrolled. */
export async function list() {
  const { folder } = ensureCorpus('runs10000')
  const home = makeHome(folder)
  const served = await openServed(home.env)
  const browser = await openBrowser()
  try {
    const metered = await openPage(browser)
    const { page } = metered
    const screen = screenOf(page)
    await page.goto(served.url)
    await screen.rows.first().waitFor()
    const first = await page.evaluate('performance.now()')
    await page.getByRole('contentinfo').getByText('index 100 %').waitFor({ timeout: 60_000 })
    const complete = await page.evaluate('performance.now()')
    const box = await screen.runs.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 80, (box?.y ?? 0) + 300)
    const scroll = await meterFrames(metered, async () => {
      for (let step = 0; step < 240; step++) await page.mouse.wheel(0, step % 60 < 45 ? 500 : -900)
    })
    return [
      row('10 000 runs: navigation → first rows on screen', ms(Number(first))),
      row('10 000 runs: navigation → list complete', ms(Number(complete))),
      row(
        '10 000 runs: scroll',
        `p95 frame ${ms(scroll.p95)}, longest ${ms(scroll.longest)}, main thread ${ms(scroll.mainPerFrame)} per frame`,
        {
          budget: 'full frame rate: p95 ≤ 20 ms',
          met: scroll.p95 <= 20,
        },
      ),
    ]
  } finally {
    await browser.close()
    await served.stop()
    home.discard()
  }
}
