import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Browser, BrowserType } from '@playwright/test'
import { readLines } from '../../../test/harness/readLines'
import { keepTrack } from '../../../test/harness/runCli'

/** The system's own Chromium: Playwright's browsers cannot be fetched everywhere. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run']

/** What is slow to start and the same for every test of a worker: a browser, a display. Each is started when first asked for. */
export class Machine {
  private readonly chromium: BrowserType
  private browser: Promise<Browser> | null = null
  private server: ChildProcess | null = null
  private display: Promise<string> | null = null

  constructor(chromium: BrowserType) {
    this.chromium = chromium
  }

  openBrowser(): Promise<Browser> {
    this.browser ??= this.chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
    return this.browser
  }

  /** The name of a virtual display of this worker's own: on a shared one all would share a clipboard, and the focus. */
  openDisplay(): Promise<string> {
    this.display ??= this.startDisplay()
    return this.display
  }

  async close(): Promise<void> {
    await (await this.browser)?.close()
    if (!this.server || this.server.exitCode !== null) return
    const gone = once(this.server, 'exit')
    this.server.kill('SIGTERM')
    await gone
  }

  private async startDisplay(): Promise<string> {
    // Without `-noreset` it begins anew when its last window is gone, and refuses who comes just then.
    const args = ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset']
    const server = keepTrack(spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] }))
    this.server = server
    return new Promise((resolve, reject) => {
      readLines(server.stdout, (line) => resolve(`:${line.trim()}`))
      server.once('error', reject)
      server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    })
  }
}
