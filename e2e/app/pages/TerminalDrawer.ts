import { expect, type Locator, type Page } from '@playwright/test'

/** The terminal of the run that is shown. */
export class TerminalDrawer {
  readonly page: Page
  readonly rows: Locator
  readonly pane: Locator

  constructor(page: Page) {
    this.page = page
    this.pane = page.locator('.terminal-pane')
    this.rows = this.pane.locator('.xterm-rows')
  }

  /** What is on the screen now, line by line. */
  lines(): Promise<string[]> {
    return this.rows
      .locator('> div')
      .evaluateAll((rows) => rows.map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()))
  }

  async text(): Promise<string> {
    return (await this.lines()).join('\n')
  }

  async shows(wanted: string | RegExp): Promise<void> {
    const test = typeof wanted === 'string' ? (text: string) => text.includes(wanted) : (text: string) => wanted.test(text)
    // Programs of products take seconds to start where many start at once.
    await expect
      .poll(async () => test(await this.text()), { message: `the terminal shows ${wanted}`, timeout: 60_000 })
      .toBe(true)
  }

  /** As a person types it, with Enter. */
  async run(command: string): Promise<void> {
    await this.page.keyboard.type(command)
    await this.page.keyboard.press('Enter')
  }

  async focus(): Promise<void> {
    await this.pane.locator('.terminal-screen').click()
  }

  async isFocused(): Promise<boolean> {
    return this.page.evaluate(() => document.activeElement?.classList.contains('xterm-helper-textarea') ?? false)
  }

  /** The middle of the last place where this is shown: a person points at the screen, which lies over its rows. */
  async placeOf(word: string): Promise<{ readonly x: number; readonly y: number }> {
    await this.shows(word)
    return this.rows.evaluate((rows, wanted) => {
      const walker = document.createTreeWalker(rows, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      let place = { x: 0, y: 0 }
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const at = (text.textContent ?? '').lastIndexOf(wanted)
        if (at < 0) continue
        range.setStart(text, at)
        range.setEnd(text, at + wanted.length)
        const { x, y, width, height } = range.getBoundingClientRect()
        place = { x: x + width / 2, y: y + height / 2 }
      }
      return place
    }, word)
  }

  async click(word: string): Promise<void> {
    const { x, y } = await this.placeOf(word)
    // Links are looked for where the pointer comes to another line: one that rests on it keeps what was there before.
    await this.page.mouse.move(x, y + 60)
    await this.page.mouse.move(x, y)
    await this.page.mouse.click(x, y)
  }

  async doubleClick(word: string): Promise<void> {
    const { x, y } = await this.placeOf(word)
    await this.page.mouse.dblclick(x, y)
  }

  /** As if it came from the clipboard. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, text)
  }

  /** Whatever its rows draw in this colour. */
  colourOf(word: string): Promise<string> {
    return this.rows
      .locator('span', { hasText: word })
      .last()
      .evaluate((span) => getComputedStyle(span).color)
  }
}
