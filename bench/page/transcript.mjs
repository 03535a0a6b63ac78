import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { answerLine, append, paced } from './appender.mjs'
import { meterFrames, openBrowser, openPage, quantile } from './openPage.mjs'
import { addOtherRun, makeHome, openServed, otherTitle } from './openServed.mjs'
import { screenOf } from './screen.mjs'

const FRAME_MS = 1000 / 60

/** A session of 200 MB: opened at its end, paged back, appended to. */
export async function transcript() {
  const { folder, runs } = ensureCorpus('session200')
  const home = makeHome(folder)
  addOtherRun(home.root)
  const served = await openServed(home.env)
  const browser = await openBrowser()
  try {
    const metered = await openPage(browser)
    const { page } = metered
    await page.goto(served.url)
    const screen = screenOf(page)
    await page.getByRole('heading', { level: 1, name: otherTitle }).waitFor()
    await screen.rows.nth(1).waitFor()
    const opened = await open(page, screen)
    const paged = await pageBack(metered, screen)
    const path = sessionPath(home.root, String(runs[0]))
    const quiet = await appendAtEnd(metered, screen, path, String(runs[0]), { perSecond: 10, count: 60, from: 100_000 })
    const flood = await appendAtEnd(metered, screen, path, String(runs[0]), { perSecond: 400, count: 2000, from: 200_000 })
    return [...opened, ...paged, ...quiet, ...flood, row('200 MB session: engine memory', `${served.rssMb().toFixed(0)} MB`)]
  } finally {
    await browser.close()
    await served.stop()
    home.discard()
  }
}

function sessionPath(root, session) {
  return join(
    root,
    readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(`${session}.jsonl`)) ?? '',
  )
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
  return [row('200 MB session: press on the run → its end on screen', ms(took), { budget: '≤ 100 ms', met: took <= 100 })]
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

function isAtEnd(screen) {
  return screen.transcript.evaluate((log) => log.scrollTop + log.clientHeight >= log.scrollHeight - 2)
}

/** Another process's append → the frame that shows it, at the end of the transcript that is open. */
export async function appendAtEnd(metered, screen, path, session, { perSecond, count, from }) {
  const { page, wire } = metered
  // Turns of the wheel that are still on their way would lead away from the end again.
  for (let tries = 0; tries < 20 && !(await isAtEnd(screen)); tries++) {
    await screen.transcript.press('End')
    await page.evaluate('meters.afterPaint()')
  }
  await page.evaluate(() => meters.watchText('section[aria-label=Transcript]', 'mark-[0-9]+-'))
  const before = { ...wire }
  const began = performance.now()
  const sent = await paced(perSecond, count, (n) => append(path, answerLine({ session, n: from + n })))
  await page
    .getByText(`mark-${from + count}-`)
    .first()
    .waitFor()
  const seconds = (performance.now() - began) / 1000
  const seen = new Map(await page.evaluate(() => meters.seenTexts()))
  const delays = sent.flatMap((at, i) => {
    const shown = seen.get(`mark-${from + i + 1}-`)
    return shown ? [shown - at] : []
  })
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  const messages = (wire.messages - before.messages) / seconds
  return [
    row(
      `append → pixel, transcript open, ${perSecond} appends/s`,
      `p50 ${ms(p50)}, p99 ${ms(p99)} (${(p99 / FRAME_MS).toFixed(1)} frames); ${delays.length} of ${count} painted`,
      { budget: 'p99 ≤ 33 ms', met: p99 <= 33 },
    ),
    row(
      `messages meanwhile, ${perSecond} appends/s`,
      `${messages.toFixed(1)} per second, longest ${(wire.longest / 1000).toFixed(0)} KB`,
      {
        budget: '≤ 60 messages/s; ≤ 256 KB',
        met: messages <= 60 && wire.longest <= 256 * 1024,
      },
    ),
  ]
}
