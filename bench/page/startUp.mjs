import { _electron } from '@playwright/test'
import { findElectron } from '../../scripts/electron/findElectron.mjs'
import { projectRoot } from '../../scripts/project.mjs'
import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { openDisplay } from './openDisplay.mjs'
import { openBrowser, openPage } from './openPage.mjs'
import { makeHome, openServed } from './openServed.mjs'
import { screenOf } from './screen.mjs'

const BUDGET_MS = 1500
const ROUNDS = 3

/** From the program's start to a window with the list in it; the index is warm. */
export async function startUp() {
  const { folder } = ensureCorpus('files5000')
  const home = makeHome(folder)
  try {
    const web = await startWeb(home)
    const app = await startElectron(home)
    const verdict = (/** @type {number} */ took) => ({ budget: `≤ ${BUDGET_MS} ms`, met: took <= BUDGET_MS })
    return [
      row('start of `serve` → list in an open browser, warm', ms(web), verdict(web)),
      app === null
        ? row('start of the app → window with list, warm', 'no Electron on this machine')
        : row('start of the app → window with list, warm', ms(app), verdict(app)),
    ]
  } finally {
    home.discard()
  }
}

async function startWeb(home) {
  const browser = await openBrowser()
  const times = []
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now()
    const served = await openServed(home.env)
    const { page, close } = await openPage(browser)
    await page.goto(served.url)
    await screenOf(page).rows.first().waitFor()
    times.push(performance.now() - began)
    await close()
    await served.stop()
  }
  await browser.close()
  // The first round makes the index.
  return Math.min(...times.slice(1))
}

async function startElectron(home) {
  const electron = findElectron()
  if (!electron) return null
  const display = await openDisplay()
  const times = []
  for (let round = 0; round <= ROUNDS; round++) {
    const began = performance.now()
    const app = await _electron.launch({
      executablePath: electron.executable,
      args: ['--no-sandbox', projectRoot],
      env: { ...home.env, DISPLAY: display.name },
    })
    const page = await app.firstWindow()
    await screenOf(page).rows.first().waitFor()
    times.push(performance.now() - began)
    await app.close()
  }
  display.close()
  return Math.min(...times.slice(1))
}
