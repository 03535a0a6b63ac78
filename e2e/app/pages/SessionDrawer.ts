import type { Locator, Page } from '@playwright/test'

/** The session of the run that is shown. */
export class SessionDrawer {
  readonly drawer: Locator
  readonly message: Locator
  readonly queued: Locator
  readonly cards: Locator

  constructor(page: Page) {
    this.drawer = page.getByRole('region', { name: 'Session', exact: true })
    this.message = this.drawer.getByRole('textbox', { name: 'Message' })
    this.queued = this.drawer.getByRole('list', { name: 'Messages that wait' }).getByRole('listitem')
    // A card that is too new where it stands answers nothing yet: nobody would have read it.
    this.cards = this.drawer.locator('[data-ask]:not([aria-busy="true"])')
  }

  button(name: string | RegExp): Locator {
    return this.drawer.getByRole('button', { name })
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.message.press('Control+Enter')
  }
}
