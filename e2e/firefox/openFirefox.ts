import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readLines } from '../../test/harness/readLines'
import { keepTrack } from '../../test/harness/runCli'
import type { Workspace } from '../../test/harness/workspace'
import { connectBidi } from './connectBidi'

/** One tab of Firefox, driven by WebDriver BiDi, which it speaks itself: Playwright drives only a Firefox of its own making. */
export interface Firefox {
  goTo(url: string): Promise<void>
  /** Until this holds in the page; its value. Looked at with every frame. */
  until<T>(expression: string): Promise<T>
  click(x: number, y: number): Promise<void>
  /** A key by its character; WebDriver's private ones for those without. */
  press(key: string): Promise<void>
  /** What the page said on its console as an error, and what it threw. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Null: this machine has none. */
export const firefoxProgram = ['firefox-esr', 'firefox'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/

export async function openFirefox({ folder, env }: Workspace): Promise<Firefox> {
  const profile = join(folder, 'firefox')
  mkdirSync(profile)
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = keepTrack(spawn(firefoxProgram ?? '', args, { env: { ...env }, stdio: ['ignore', 'ignore', 'pipe'] }))
  const address = await new Promise<string>((resolve, reject) => {
    readLines(child.stderr, (line) => {
      const [, url] = LISTENING.exec(line) ?? []
      if (url) resolve(url)
    })
    child.once('close', (code) => reject(new Error(`firefox ended with ${code}`)))
  })
  const complaints: string[] = []
  const bidi = await connectBidi(`${address}/session`, ({ level, text }) => {
    if (level === 'error') complaints.push(text)
  })
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  // The first tab is still being opened by Firefox itself, which may lead it elsewhere.
  const { context = '' } = await bidi.send('browsingContext.create', { type: 'tab' })
  await bidi.send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
  const act = (actions: object) => bidi.send('input.performActions', { context, actions: [actions] })
  return {
    complaints,
    async goTo(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    until: async (expression) => JSON.parse(await bidi.evaluate(context, whenever(expression))),
    async click(x, y) {
      const button = { button: 0 }
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', ...button },
        { type: 'pointerUp', ...button },
      ]
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
    },
    async press(value) {
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]
      await act({ type: 'key', id: 'keys', actions })
    },
    async close() {
      bidi.close()
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

const PATIENCE_MS = 20_000

/** A promise in the page, kept when the expression is true. */
function whenever(expression: string): string {
  return `new Promise((resolve, reject) => {
    setTimeout(reject, ${PATIENCE_MS}, new Error('never: ' + ${JSON.stringify(expression)} + ' at ' + location.href.slice(0, 40) + ' ' + document.readyState + ': ' + document.body.innerText.slice(0, 2000)))
    const look = () => {
      const value = (${expression})
      if (value) resolve(JSON.stringify(value))
      else requestAnimationFrame(look)
    }
    look()
  })`
}
