import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { meterFrames, openBrowser, openPage, quantile } from './openPage.mjs'
import { addOtherRun, makeHome, openServed, otherTitle } from './openServed.mjs'
import { screenOf } from './screen.mjs'

const OPENINGS = 5

/** A session of 200 MB: opened at its end, paged back. */
export async function transcript() {
  const { folder } = ensureCorpus('session200')
  const home = makeHome(folder)
  addOtherRun(home.root)
  const browser = await openBrowser()
  const openings = []
  for (let round = 1; round < OPENINGS; round++) openings.push(await openAnew(browser, home))
  const served = await openServed(home.env)
  try {
    const metered = await openPage(browser)
    const { page } = metered
    const screen = await goTo(page, served.url)
    openings.push(await open(page, screen))
    const opened = openingRow(openings)
    const paged = await pageBack(metered, screen)
    return [opened, ...paged, row('200 MB session: engine memory', `${served.rssMb().toFixed(0)} MB`)]
  } finally {
    await browser.close()
    await served.stop()
    home.discard()
  }
}

/** In an engine that has not read it, on a page that has just been loaded. */
async function openAnew(browser, home) {
  const served = await openServed(home.env)
  const { page, close } = await openPage(browser)
  try {
    return await open(page, await goTo(page, served.url))
  } finally {
    await close()
    await served.stop()
  }
}

async function goTo(page, url) {
  await page.goto(url)
  const screen = screenOf(page)
  await page.getByRole('heading', { level: 1, name: otherTitle }).waitFor()
  await screen.rows.nth(1).waitFor()
  return screen
}

/** From the press on the run until the last item is painted. */
async function open(page, screen) {
  const took = await page.evaluate(async (other) => {
    const there = meters.whenThere('section[aria-label=Transcript] [data-index]:not([data-index="0"])')
    const began = performance.timeOrigin + performance.now()
    meters.measuredRow(other)?.click()
    return (await there) - began
  }, otherTitle)
  await screen.transcript.locator('[data-index]').last().waitFor()
  return took
}

/** @param {number[]} times */
function openingRow(times) {
  const p50 = quantile(times, 0.5)
  return row(
    `200 MB session: press on the run → its end on screen, ${times.length} times, each in an engine that has not read it`,
    `p50 ${ms(p50)}, worst ${ms(Math.max(...times))}`,
    { budget: '≤ 100 ms', met: p50 <= 100 },
  )
}

/** Leaps upwards; after each the rows of that place must be there. */
async function pageBack(metered, screen) {
  const { page } = metered
  const times = []
  for (let leap = 0; leap < 20; leap++) {
    const took = await screen.transcript.evaluate(async (log) => {
      let box = log
      while (box.parentElement && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
      const began = performance.now()
      box.scrollTop = Math.max(0, box.scrollTop - 6000)
      const isFilled = () => {
        const { x, y, width, height } = box.getBoundingClientRect()
        const row = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-index]')
        return (
          row !== null &&
          row !== undefined &&
          row.textContent !== '' &&
          row.querySelector('[aria-busy="true"], .skeleton') === null
        )
      }
      do await new Promise(requestAnimationFrame)
      while (!isFilled() && performance.now() - began < 2000)
      return performance.now() - began
    })
    times.push(took)
  }
  const p50 = quantile(times, 0.5)
  const scroll = await meterFrames(metered, async () => {
    const box = await screen.transcript.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 200)
    for (let step = 0; step < 120; step++) await page.mouse.wheel(0, -300)
  })
  return [
    row('200 MB session: leap of 6 000 px upwards → rows on screen', `p50 ${ms(p50)}, worst ${ms(Math.max(...times))}`, {
      budget: '≤ 50 ms',
      met: p50 <= 50,
    }),
    row(
      '200 MB session: scroll by wheel',
      `p95 frame ${ms(scroll.p95)}, longest ${ms(scroll.longest)}, main thread ${ms(scroll.mainPerFrame)} per frame`,
    ),
  ]
}
