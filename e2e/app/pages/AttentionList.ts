import type { Locator, Page } from '@playwright/test'

/** What waits for a person. */
export class AttentionList {
  readonly button: Locator
  readonly list: Locator
  readonly items: Locator

  constructor(page: Page) {
    this.button = page.getByRole('banner').getByRole('button', { name: /needs? you|attention/i })
    this.list = page.getByRole('dialog', { name: 'Attention' })
    this.items = this.list.getByRole('listitem')
  }
}
