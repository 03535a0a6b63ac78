import type { Page } from '@playwright/test'

/** In the page: every socket can be closed from outside, and while the way is cut none comes to be. */
export async function installCuttableSockets(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sockets = new Set<WebSocket>()
    const way = { isCut: false }
    const Native = WebSocket
    class CuttableSocket extends Native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        sockets.add(this)
        this.addEventListener('open', () => {
          if (way.isCut) this.close()
        })
      }
    }
    Object.assign(window, {
      WebSocket: CuttableSocket,
      cutTheWay: (isCut: boolean) => {
        way.isCut = isCut
        if (isCut) for (const socket of sockets) socket.close()
      },
    })
  })
}

export async function cutTheWay(page: Page, isCut: boolean): Promise<void> {
  await page.evaluate((cut) => {
    const { cutTheWay } = window as unknown as { cutTheWay: (isCut: boolean) => void }
    cutTheWay(cut)
  }, isCut)
}
