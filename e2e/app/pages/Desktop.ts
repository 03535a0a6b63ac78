import type { ElectronApplication } from '@playwright/test'

/** What the app tells the desktop around its window, written down instead of shown. */
export interface Told {
  readonly notifications: readonly string[]
  readonly badges: readonly number[]
}

/** The desktop around the window: no machine that runs tests has one that could be asked. */
export class Desktop {
  private readonly app: ElectronApplication

  constructor(app: ElectronApplication) {
    this.app = app
  }

  /** From now on. `isLooking`: whether the person has the window before them. */
  async watch({ isLooking }: { readonly isLooking: boolean }): Promise<void> {
    await this.app.evaluate(({ app, BrowserWindow, Notification }, looking) => {
      const desktop = { notifications: [] as Electron.Notification[], badges: [] as number[] }
      Object.assign(globalThis, { desktop })
      Notification.isSupported = () => true
      Notification.prototype.show = function (this: Electron.Notification) {
        desktop.notifications.push(this)
      }
      BrowserWindow.prototype.isFocused = () => looking
      app.setBadgeCount = (count = 0) => desktop.badges.push(count) > 0
    }, isLooking)
  }

  told(): Promise<Told> {
    return this.app.evaluate(() => {
      const { desktop } = globalThis as unknown as {
        desktop: { notifications: { title: string; body: string }[]; badges: number[] }
      }
      return { notifications: desktop.notifications.map(({ title, body }) => `${title}\n${body}`), badges: desktop.badges }
    })
  }

  /** The badge as it is now; null: not said since the watch began. */
  async badge(): Promise<number | null> {
    return (await this.told()).badges.at(-1) ?? null
  }

  async clickNotification(index: number): Promise<void> {
    await this.app.evaluate((_, at) => {
      const { desktop } = globalThis as unknown as { desktop: { notifications: { emit(name: string): void }[] } }
      desktop.notifications[at]?.emit('click')
    }, index)
  }

  /** Chooses an item of the menu bar by its words. */
  async chooseMenu(menu: string, label: string): Promise<void> {
    await this.app.evaluate(
      ({ Menu }, [outer, inner]) => {
        const top = Menu.getApplicationMenu()?.items.find((item) => item.label === outer)
        const found = top?.submenu?.items.find((item) => item.label === inner)
        if (!found) throw new Error(`there is no "${inner}" in the menu "${outer}"`)
        found.click()
      },
      [menu, label] as const,
    )
  }
}
