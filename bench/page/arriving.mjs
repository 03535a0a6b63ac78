import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { openBareBrowser } from './bareBrowser.mjs'
import { quantile } from './openPage.mjs'
import { addOtherRun, makeHome, openServed, otherTitle } from './openServed.mjs'

const BUDGETS = { paint: 250, frame: 20, main: 4 }
const ROUNDS = 7
const STEPS = 150

/** A run of 20 000 agents that the engine knows: its first paint, and a pan that begins with it, while the rest is still told. */
export async function arriving() {
  const { folder } = ensureCorpus('agents20000')
  const home = makeHome(folder)
  addOtherRun(home.root)
  const served = await openServed(home.env)
  const page = await openBareBrowser()
  try {
    await page.send('Page.navigate', { url: served.url })
    // Read once, so that the engine knows it; and whoever opens the app every day has its code compiled already.
    await open(page)
    await page.until('!document.querySelector(".canvas-note, .canvas-state")')
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await again(page))
    const of = (/** @type {'paint' | 'main' | 'p95'} */ name) => rounds.map((one) => one[name])
    const [paint, main, p95] = [quantile(of('paint'), 0.5), quantile(of('main'), 0.5), quantile(of('p95'), 0.5)]
    return [
      row(
        `20 000 agents, known to the engine: press → tree on screen, ${ROUNDS} times`,
        `p50 ${ms(paint)}, worst ${ms(Math.max(...of('paint')))}`,
        {
          budget: `≤ ${BUDGETS.paint} ms`,
          met: paint <= BUDGETS.paint,
        },
      ),
      row(
        `20 000 agents: pan from then on, while the run is still being told, ${ROUNDS} times`,
        `p95 frame ${ms(p95)}, main thread p50 ${ms(main)} per frame (${ms(Math.min(...of('main')))} to ${ms(Math.max(...of('main')))})`,
        { budget: `p95 ≤ ${BUDGETS.frame} ms; main ≤ ${BUDGETS.main} ms`, met: p95 <= BUDGETS.frame && main <= BUDGETS.main },
      ),
    ]
  } finally {
    await page.close()
    await served.stop()
    home.discard()
  }
}

/** @param {import('./bareBrowser.mjs').BarePage} page */
async function again(page) {
  await page.evaluate('localStorage.clear(); history.replaceState(null, "", location.pathname); window.isOld = true')
  await page.send('Page.reload')
  await page.until('!window.isOld')
  const paint = await open(page)
  const { x, y } = await page.evaluate(
    '(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector(".canvas").getBoundingClientRect())',
  )
  const before = await taskSeconds(page)
  await page.evaluate('meters.startFrames()')
  await pan(page, x, y)
  const stamps = await page.evaluate('meters.stopFrames()')
  const spentMs = ((await taskSeconds(page)) - before) * 1000
  const gaps = stamps.slice(1).map((/** @type {number} */ stamp, /** @type {number} */ i) => stamp - stamps[i])
  return { paint, main: spentMs / gaps.length, p95: quantile(gaps, 0.95) }
}

/** @param {import('./bareBrowser.mjs').BarePage} page @returns {Promise<number>} */
async function open(page) {
  const other = JSON.stringify(otherTitle)
  await page.until(`document.querySelector('h1')?.textContent.includes(${other}) && meters.measuredRow(${other}) !== undefined`)
  return page.evaluate(`(async () => {
    const there = meters.whenThere('[role=treeitem]:nth-child(2)')
    const began = performance.timeOrigin + performance.now()
    meters.measuredRow(${other})?.click()
    return (await there) - began
  })()`)
}

/** @param {import('./bareBrowser.mjs').BarePage} page @param {number} x @param {number} y */
async function pan(page, x, y) {
  const mouse = (/** @type {string} */ type, /** @type {number} */ toX, /** @type {number} */ toY) =>
    page.send('Input.dispatchMouseEvent', { type, x: toX, y: toY, button: 'left', buttons: 1, clickCount: 1 })
  await mouse('mousePressed', x, y)
  for (let step = 0; step < STEPS; step++) {
    const angle = (step / STEPS) * Math.PI * 4
    await mouse('mouseMoved', x + Math.sin(angle) * 300, y + (1 - Math.cos(angle)) * 150)
  }
  await mouse('mouseReleased', x, y)
}

/** @param {import('./bareBrowser.mjs').BarePage} page */
async function taskSeconds(page) {
  const { metrics } = await page.send('Performance.getMetrics')
  return metrics.find((/** @type {{ name: string }} */ { name }) => name === 'TaskDuration').value
}
