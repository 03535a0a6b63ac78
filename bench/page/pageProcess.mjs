import { readFileSync } from 'node:fs'

/**
 * What the process of the page holds: all of it, and what is its own (neither files nor what it shares with the browser's other
 * processes). The browser keeps an empty one ready for the next page: the larger is meant. Linux only.
 * @param {import('@playwright/test').Browser} browser
 */
export async function pageProcess(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const found = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => memoryOf(id))
  const [largest] = found.sort((a, b) => b.ownMb - a.ownMb)
  if (!largest) throw new Error('the browser has no process for a page')
  return largest
}

/** @param {number} pid */
function memoryOf(pid) {
  const said = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (/** @type {string} */ name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(said)?.[1] ?? 0) * 1024) / 1e6
  return { wholeMb: mb('VmRSS'), ownMb: mb('RssAnon') + mb('VmSwap') }
}
