import type { Locator, Page } from '@playwright/test'

/** Ctrl K: everything by name. */
export class Palette {
  readonly page: Page
  readonly dialog: Locator
  readonly input: Locator
  readonly options: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /search|palette/i })
    this.input = this.dialog.getByRole('combobox')
    this.options = this.dialog.getByRole('option')
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    await this.input.waitFor()
  }
}
