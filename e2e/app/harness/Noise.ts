import type { ConsoleMessage, Page, Request } from '@playwright/test'

const OWN = /^(app|understory|understory-app|devtools|data|blob|about|file|chrome-error|chrome-extension):/

/** Everything a page should never do: say an error, throw, break its policy, fetch from elsewhere. */
export class Noise {
  private readonly heard = new Set<string>()
  private readonly allowed: RegExp[] = []

  listen(page: Page): void {
    page.on('console', (message) => this.take(message))
    page.on('pageerror', (error) => this.heard.add(`page error: ${error.stack ?? error.message}`))
    page.on('crash', () => this.heard.add('the page crashed'))
    page.on('request', (request) => this.check(request))
  }

  /** What a test provokes itself: a cut connection is reported by the browser as an error. */
  allow(pattern: RegExp): void {
    this.allowed.push(pattern)
  }

  report(fault: string): void {
    this.heard.add(fault)
  }

  faults(): string[] {
    return [...this.heard].filter((fault) => !this.allowed.some((pattern) => pattern.test(fault)))
  }

  private take(message: ConsoleMessage): void {
    const isBad = message.type() === 'error' || /Content Security Policy|Warning:/.test(message.text())
    if (isBad) this.heard.add(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }

  private check(request: Request): void {
    const url = request.url()
    if (OWN.test(url)) return
    const { hostname } = new URL(url)
    if (hostname !== '127.0.0.1' && hostname !== 'localhost') this.heard.add(`request to ${url}`)
  }
}
