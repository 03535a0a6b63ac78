import type { Page } from '@playwright/test'

/**
 * In the page: every socket can be closed from outside, and while the way is cut none comes to be. `latestMs`: what comes and goes is
 * held back for a moment, at random up to so long, in its order: a test that looks too early fails here, and not once in a thousand runs.
 */
export async function installCuttableSockets(page: Page, latestMs: number): Promise<void> {
  await page.addInitScript((latest) => {
    const sockets = new Set<WebSocket>()
    const way = { isCut: false }
    const Native = WebSocket
    const inTurn = (): ((run: () => void) => void) => {
      let last = Promise.resolve()
      return (run) => {
        const wait = new Promise((resolve) => setTimeout(resolve, Math.random() * latest))
        last = Promise.all([last, wait]).then(run)
      }
    }
    class CuttableSocket extends Native {
      private readonly inTurn = inTurn()
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        sockets.add(this)
        this.addEventListener('open', () => {
          if (way.isCut) this.close()
        })
        if (latest > 0) this.addEventListener('message', this.comeLater(inTurn()))
      }

      override send(data: string): void {
        if (latest > 0) this.inTurn(() => this.readyState === Native.OPEN && super.send(data))
        else super.send(data)
      }

      private comeLater(inItsTurn: (run: () => void) => void): (event: MessageEvent) => void {
        return (event) => {
          if (!event.isTrusted) return
          event.stopImmediatePropagation()
          inItsTurn(
            () => this.readyState === Native.OPEN && this.dispatchEvent(new MessageEvent('message', { data: event.data })),
          )
        }
      }
    }
    Object.assign(window, {
      WebSocket: CuttableSocket,
      cutTheWay: (isCut: boolean) => {
        way.isCut = isCut
        if (isCut) for (const socket of sockets) socket.close()
      },
    })
  }, latestMs)
}

export async function cutTheWay(page: Page, isCut: boolean): Promise<void> {
  await page.evaluate((cut) => {
    const { cutTheWay } = window as unknown as { cutTheWay: (isCut: boolean) => void }
    cutTheWay(cut)
  }, isCut)
}
