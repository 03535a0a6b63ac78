import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findElectron } from '../../scripts/electron/findElectron.mjs'
import { projectRoot } from '../../scripts/project.mjs'
import { openDisplay } from './openDisplay.mjs'
import { browserArguments, installMeters } from './openPage.mjs'

/** @typedef {Awaited<ReturnType<typeof openPageOf>>} BarePage */

/**
 * A page in Chromium with nothing attached but what is asked for. Playwright has every message of a socket handed over to itself, and
 * the page's own thread does that: where megabytes arrive it would be measured along.
 */
export async function openBareBrowser() {
  const profile = mkdtempSync(join(tmpdir(), 'understory-bench-'))
  const child = spawn(
    process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    [
      '--headless=new',
      '--disable-gpu',
      ...browserArguments,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return openBarePage(child, () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
}

/** The app's window in the same way; null where there is no Electron. @param {Record<string, string>} env */
export async function openBareApp(env) {
  const electron = findElectron()
  if (!electron) return null
  const display = await openDisplay()
  const args = ['--no-sandbox', '--remote-debugging-port=0', projectRoot]
  const child = spawn(electron.executable, args, {
    env: { ...env, DISPLAY: display.name },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const page = await openBarePage(child, display.close)
  await page.send('Page.reload')
  return page
}

/** @param {import('node:child_process').ChildProcess} child @param {() => void} onClosed */
async function openBarePage(child, onClosed) {
  try {
    return await openPageOf(child, onClosed)
  } catch (error) {
    child.kill('SIGKILL')
    onClosed()
    throw error
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {() => void} onClosed */
async function openPageOf(child, onClosed) {
  const devtools = await connect(await addressOf(child))
  const sessionId = await attach(devtools)
  /** @param {string} method @param {object} [params] */
  const send = (method, params) => devtools.send(method, params, sessionId)
  await send('Page.enable')
  await send('Performance.enable')
  await send('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false })
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${installMeters})()` })
  /** @param {string} expression */
  const evaluate = async (expression) => {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? expression)
    return answer.result.value
  }
  return {
    send,
    evaluate,
    /** Until this holds in a page that is there. @param {string} expression */
    async until(expression) {
      const isMet = () => evaluate(`typeof meters === 'object' && document.body !== null && Boolean(${expression})`)
      for (let tries = 0; !(await isMet()); tries++) {
        if (tries > 1000) throw new Error(`never: ${expression}`)
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      onClosed()
    },
  }
}

/** The first page; the app's comes a while after the program. @param {Awaited<ReturnType<typeof connect>>} devtools @returns {Promise<string>} */
async function attach(devtools) {
  for (let tries = 0; tries < 200; tries++) {
    const { targetInfos } = await devtools.send('Target.getTargets')
    const target = targetInfos.find((/** @type {{ type: string }} */ { type }) => type === 'page')
    if (target) return (await devtools.send('Target.attachToTarget', { targetId: target.targetId, flatten: true })).sessionId
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no page is opened')
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (/** @type {Buffer} */ text) => {
      said += text
      const [address] = /ws:\/\/\S+/.exec(said) ?? []
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)))
  })
}

/** @param {string} address */
async function connect(address) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let last = 0
  /** @type {Map<number, PromiseWithResolvers<any>>} */
  const waiting = new Map()
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(data)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
  return {
    /** @param {string} method @param {object} [params] @param {string} [sessionId] */
    send(method, params = {}, sessionId) {
      const answer = Promise.withResolvers()
      waiting.set(++last, answer)
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
      return answer.promise
    },
  }
}
