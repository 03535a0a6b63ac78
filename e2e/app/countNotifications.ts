import type { Page } from '@playwright/test'

/** Counts a browser's notifications instead of showing them, to somebody who looks elsewhere. */
export async function countNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = []
    class Counted extends EventTarget {
      static readonly permission = 'granted'
      static requestPermission = () => Promise.resolve('granted')
      onclick: (() => void) | null = null
      constructor(title: string, options: { body?: string } = {}) {
        super()
        shown.push(`${title} ${options.body ?? ''}`)
      }
      close(): void {
        this.onclick = null
      }
    }
    document.hasFocus = () => false
    Object.assign(window, { Notification: Counted, shownNotifications: shown })
  })
}

export function shownNotifications(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications)
}
