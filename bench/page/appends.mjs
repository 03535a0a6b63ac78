import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureCorpus } from '../corpus.mjs'
import { ms, row } from '../sections/row.mjs'
import { answerLine, append, paced } from './appender.mjs'
import { openBareApp, openBareBrowser } from './bareBrowser.mjs'
import { quantile } from './openPage.mjs'
import { addOtherRun, makeHome, openServed, otherTitle } from './openServed.mjs'

/** @typedef {import('./bareBrowser.mjs').BarePage} BarePage */

const FRAME_MS = 1000 / 60
const QUIET = { perSecond: 10, count: 150, from: 100_000 }
const FLOOD = { perSecond: 400, count: 6000, from: 200_000 }
const TRANSCRIPT = 'section[aria-label=Transcript]'

/** A session of 200 MB that another process appends to while its end is on the screen: over `serve`, and in the app. */
export async function appends() {
  const { folder, runs } = ensureCorpus('session200')
  const session = String(runs[0])
  return [...(await measure(folder, session, openWeb)), ...(await measure(folder, session, openApp))]
}

/** @param {string} folder @param {string} session @param {typeof openWeb | typeof openApp} openShell */
async function measure(folder, session, openShell) {
  const home = makeHome(folder)
  addOtherRun(home.root)
  try {
    const shell = await openShell(home.env)
    if (shell === null) return [row('append → pixel in the app', 'no Electron on this machine')]
    try {
      await openSession(shell.page)
      const path = pathOf(home.root, session)
      const quiet = await appendAtEnd(shell, path, session, QUIET)
      const flood = await appendAtEnd(shell, path, session, FLOOD)
      return [...quiet, ...flood]
    } finally {
      await shell.close()
    }
  } finally {
    home.discard()
  }
}

/** @param {Record<string, string>} env */
async function openWeb(env) {
  const served = await openServed(env)
  const page = await openBareBrowser().catch(async (error) => {
    await served.stop()
    throw error
  })
  await page.send('Page.navigate', { url: served.url })
  const close = async () => {
    await page.close()
    await served.stop()
  }
  return { name: 'over `serve`', hasSocket: true, page, close }
}

/** @param {Record<string, string>} env */
async function openApp(env) {
  const page = await openBareApp(env)
  return page === null ? null : { name: 'in the app', hasSocket: false, page, close: page.close }
}

/** @param {string} root @param {string} session */
function pathOf(root, session) {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
  return join(root, paths.find((path) => path.endsWith(`${session}.jsonl`)) ?? '')
}

/** @param {BarePage} page */
async function openSession(page) {
  const other = JSON.stringify(otherTitle)
  await page.until(`document.querySelector('h1')?.textContent.includes(${other}) && meters.measuredRow(${other}) !== undefined`)
  await page.evaluate(`meters.measuredRow(${other}).click()`)
  await page.until(`!document.querySelector('h1')?.textContent.includes(${other})`)
  // Its end is on the screen long before; how fast is measured elsewhere. From here on all of it is read.
  await page.until(`document.querySelector('${TRANSCRIPT} [role=feed][aria-busy=false] [data-index]:not([data-index="0"])')`)
  await page.evaluate('meters.afterPaint()')
}

/**
 * Another process's append → the frame that shows it, at the end of the transcript that is open.
 * @param {{ name: string, hasSocket: boolean, page: BarePage }} shell
 * @param {string} path @param {string} session @param {typeof FLOOD} pace
 */
async function appendAtEnd({ name, hasSocket, page }, path, session, { perSecond, count, from }) {
  await page.evaluate(`meters.watchText('${TRANSCRIPT}', 'mark-[0-9]+-')`)
  const before = await page.evaluate('({ ...meters.wire })')
  const began = performance.now()
  const sent = await paced(perSecond, count, (n) => append(path, answerLine({ session, n: from + n })))
  await page.until(`document.querySelector('${TRANSCRIPT}').textContent.includes('mark-${from + count}-')`)
  await page.evaluate('meters.afterPaint()')
  const seconds = (performance.now() - began) / 1000
  const seen = new Map(await page.evaluate('meters.seenTexts()'))
  const { delays, passed } = delaysOf(sent, (n) => seen.get(`mark-${from + n}-`))
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  const pixel = row(
    `append → pixel, transcript open, ${perSecond} appends/s, ${name}`,
    `p50 ${ms(p50)}, p99 ${ms(p99)} (${(p99 / FRAME_MS).toFixed(1)} frames); ${passed} of ${count} out of sight at once`,
    { budget: 'p99 ≤ 33 ms', met: p99 <= 33 },
  )
  if (!hasSocket) return [pixel]
  const wire = await page.evaluate('({ ...meters.wire })')
  const messages = (wire.messages - before.messages) / seconds
  const told = row(
    `messages meanwhile, ${perSecond} appends/s`,
    `${messages.toFixed(1)} per second, longest ${(wire.longest / 1000).toFixed(0)} KB`,
    { budget: '≤ 60 messages/s; ≤ 256 KB', met: messages <= 60 && wire.longest <= 256 * 1024 },
  )
  return [pixel, told]
}

/**
 * What came so fast that it was above the view before it was drawn was on the screen when what came after it was: left out, the
 * slowest frames would count least.
 * @param {readonly number[]} sent @param {(n: number) => number | undefined} shownAt
 */
function delaysOf(sent, shownAt) {
  const delays = []
  let passed = 0
  let next = Number.NaN
  for (let n = sent.length; n > 0; n--) {
    const own = shownAt(n)
    if (own === undefined) passed++
    next = own === undefined ? next : Math.min(own, Number.isNaN(next) ? own : next)
    delays.push(next - Number(sent[n - 1]))
  }
  return { delays, passed }
}
