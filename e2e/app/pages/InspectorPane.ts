import { expect, type Locator, type Page } from '@playwright/test'

/** What the reader sees first, and how far below the upper edge it stands. */
export interface Seen {
  readonly item: number
  readonly below: number
}

/** The pane at the right: one agent. */
export class InspectorPane {
  readonly page: Page
  readonly pane: Locator
  readonly transcript: Locator
  readonly items: Locator

  constructor(page: Page) {
    this.page = page
    this.pane = page.getByRole('complementary', { name: 'Inspector' })
    this.transcript = this.pane.getByRole('region', { name: 'Transcript' })
    this.items = this.transcript.getByRole('article')
  }

  get title(): Locator {
    return this.pane.getByRole('heading').first()
  }

  tab(name: string): Locator {
    return this.pane.getByRole('tab', { name })
  }

  button(name: string | RegExp): Locator {
    return this.pane.getByRole('button', { name })
  }

  /** Pixels between what is seen and the end. */
  distanceToEnd(): Promise<number> {
    return this.transcript.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  }

  /** By the wheel, as a hand does. */
  async scroll(pixels: number): Promise<void> {
    await this.transcript.hover()
    const [before = 0, room = 0] = await this.transcript.evaluate((box) => [
      box.scrollTop,
      box.scrollHeight - box.clientHeight - box.scrollTop,
    ])
    await this.page.mouse.wheel(0, pixels)
    if (pixels < 0 ? before > 0 : room > 1)
      await expect.poll(() => this.transcript.evaluate((box) => box.scrollTop)).not.toBe(before)
  }

  /** Until then only the end is there, its rows numbered from its own beginning. */
  async untilWhole(): Promise<void> {
    await expect(this.transcript.getByRole('feed', { name: 'Items' })).toHaveAttribute('aria-busy', 'false')
  }

  /** Once it stands still: rows that are measured may still shift those before them. */
  async firstSeen(): Promise<Seen> {
    await this.untilWhole()
    const look = () =>
      this.transcript.evaluate((box) => {
        const top = box.getBoundingClientRect().top
        const row = [...box.querySelectorAll('[role="article"], article')].find((one) => one.getBoundingClientRect().bottom > top)
        return {
          item: Number(row?.getAttribute('aria-posinset')),
          below: Math.round((row?.getBoundingClientRect().top ?? 0) - top),
        }
      })
    let seen = await look()
    await expect(async () => {
      const before = seen
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      seen = await look()
      expect(seen).toEqual(before)
      // A row that has not been told yet is as high as any, until it is.
      expect(await this.transcript.getByText(/^item [\d,. \u202f]+ …$/).count()).toBe(0)
    }).toPass()
    return seen
  }

  /** From now on, notes when each text that fits is first painted in the transcript. */
  async watchTexts(pattern: RegExp): Promise<void> {
    await this.transcript.evaluate((box, source) => {
      const expression = new RegExp(source, 'g')
      const painted: Record<string, number> = {}
      const seen = new Set<string>()
      new MutationObserver(() => {
        const fresh = [...new Set(box.textContent.match(expression) ?? [])].filter((text) => !seen.has(text))
        if (fresh.length === 0) return
        for (const text of fresh) seen.add(text)
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          // The task after the frame.
          port1.onmessage = () => {
            for (const text of fresh) painted[text] = performance.timeOrigin + performance.now()
          }
          port2.postMessage(null)
        })
      }).observe(box, { childList: true, subtree: true, characterData: true })
      Object.assign(window, { paintedTexts: painted })
    }, pattern.source)
  }

  /** The moments of `watchTexts`, on the clock of the machine. */
  paintedTexts(): Promise<Readonly<Record<string, number>>> {
    return this.page.evaluate(() => (window as unknown as { paintedTexts: Record<string, number> }).paintedTexts)
  }

  /** From the end to the beginning and back, a screen at a time. */
  async scrollThrough(): Promise<void> {
    for (let screen = 0; screen < 40; screen++) {
      await this.scroll(-700)
      if ((await this.transcript.evaluate((box) => box.scrollTop)) === 0) break
    }
    await this.transcript.press('End')
  }

  /** Opens every tool call, notice and thought that is in sight, screen by screen upwards. */
  async openAllTools(): Promise<void> {
    for (let screen = 0; screen < 12; screen++) {
      const folded = this.transcript.locator('button[aria-expanded="false"]')
      while ((await folded.count()) > 0) await folded.last().click()
      if ((await this.transcript.evaluate((box) => box.scrollTop)) === 0) return
      await this.scroll(-700)
    }
  }
}
