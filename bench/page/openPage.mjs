import { chromium } from '@playwright/test'

/** As in PERF.md: no GPU, and nothing that goes on beside the page. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--js-flags=--expose-gc',
]

/** A real browser without a GPU, as in PERF.md: 1440 × 900, software raster. */
export function openBrowser() {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...browserArguments, '--disable-gpu'],
  })
}

/** A page with its meters. @param {import('@playwright/test').Browser} browser */
export async function openPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(installMeters)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  return { page, devtools, close: () => context.close() }
}

/** What the page was told since it was loaded. @param {Metered} metered */
export async function readWire({ page }) {
  return /** @type {{ messages: number, longest: number }} */ (await page.evaluate('({ ...meters.wire })'))
}

/** @typedef {Awaited<ReturnType<typeof openPage>>} Metered */

/** In the page: frames as they come, and the moment a text is on screen. */
export function installMeters() {
  // Cancelled at the stop: a loop that finds itself switched on again before its next frame would count every frame twice.
  const frames = { request: 0, stamps: /** @type {number[]} */ ([]) }
  const step = (/** @type {number} */ now) => {
    frames.stamps.push(now)
    frames.request = requestAnimationFrame(step)
  }
  // Counted in the page: DevTools would hand every message on to this process, and the page's own thread would pay for it.
  const wire = { messages: 0, longest: 0 }
  const PlainSocket = window.WebSocket
  window.WebSocket = class extends PlainSocket {
    constructor(/** @type {string | URL} */ url, /** @type {string | string[] | undefined} */ protocols) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        wire.messages++
        wire.longest = Math.max(wire.longest, data.length)
      })
    }
  }
  /** @type {Map<string, number>} */
  const seen = new Map()
  const afterPaint = (/** @type {() => void} */ done) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done()
      port2.postMessage(null)
    })
  Object.assign(window, {
    meters: {
      wire,
      startFrames: () => Object.assign(frames, { stamps: [], request: requestAnimationFrame(step) }).request,
      stopFrames() {
        cancelAnimationFrame(frames.request)
        return frames.stamps
      },
      /** Notes when each match of a pattern is first painted below an element. Looks at what is new alone: all of it with every change would be measured along. @param {string} selector @param {string} pattern */
      watchText(selector, pattern) {
        const expression = new RegExp(pattern, 'g')
        const isBelow = (/** @type {MutationRecord} */ { target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(selector)
        const look = (/** @type {MutationRecord[]} */ changes) => {
          const texts = changes
            .filter(isBelow)
            .flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]))
          const fresh = texts.flatMap((node) => node.textContent?.match(expression) ?? []).filter((word) => !seen.has(word))
          if (fresh.length === 0) return
          for (const word of fresh) seen.set(word, Number.NaN)
          afterPaint(() => {
            const now = performance.timeOrigin + performance.now()
            for (const word of fresh) seen.set(word, now)
          })
        }
        // The element itself may be replaced by another meanwhile.
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
      },
      /** The moment after the frame in which this is first there. @param {string} selector */
      whenThere: (selector) =>
        new Promise((resolve) => {
          const look = () => {
            if (!document.querySelector(selector)) return false
            observer.disconnect()
            afterPaint(() => resolve(performance.timeOrigin + performance.now()))
            return true
          }
          const observer = new MutationObserver(look)
          if (!look()) observer.observe(document.body, { childList: true, subtree: true })
        }),
      /** The run that is measured: not the one that the page opens by itself. @param {string} other */
      measuredRow: (other) => [...document.querySelectorAll('[role=option]')].find((row) => !row.textContent.includes(other)),
      seenTexts: () => [...seen].filter(([, at]) => !Number.isNaN(at)),
      afterPaint: () => new Promise((resolve) => afterPaint(() => resolve(performance.timeOrigin + performance.now()))),
    },
  })
}

/** Frames and main-thread time while `work` drives the page. @param {Metered} metered @param {() => Promise<void>} work */
export async function meterFrames({ page, devtools }, work) {
  const before = await taskSeconds(devtools)
  await page.evaluate('meters.startFrames()')
  await work()
  const stamps = /** @type {number[]} */ (await page.evaluate('meters.stopFrames()'))
  const spent = (await taskSeconds(devtools)) - before
  const gaps = stamps.slice(1).map((stamp, i) => stamp - (stamps[i] ?? 0))
  gaps.sort((a, b) => a - b)
  return {
    frames: gaps.length,
    p50: gaps[Math.floor(gaps.length * 0.5)] ?? Number.NaN,
    p95: gaps[Math.floor(gaps.length * 0.95)] ?? Number.NaN,
    longest: gaps.at(-1) ?? Number.NaN,
    mainPerFrame: (spent * 1000) / Math.max(1, gaps.length),
  }
}

/** @param {import('@playwright/test').CDPSession} devtools */
async function taskSeconds(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** JavaScript heap after a collection. @param {Metered} metered */
export async function heapMb({ devtools }) {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** @param {readonly number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
