import type { Page } from '@playwright/test'

/** Calls of this name reach the engine only when the test lets them through: as on a day when it has much to do. On the web only. */
export async function holdCalls(page: Page, name: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const { send } = WebSocket.prototype
    const held: (() => void)[] = []
    let isHolding = true
    WebSocket.prototype.send = function (data) {
      if (isHolding && String(data).includes(`"${wanted}"`)) held.push(() => send.call(this, data))
      else send.call(this, data)
    }
    Object.assign(window, {
      letThrough: () => {
        isHolding = false
        for (const go of held.splice(0)) go()
      },
    })
  }, name)
}

export function letThrough(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as { letThrough: () => void }).letThrough())
}
