import type { Locator, Page } from '@playwright/test'

/** The list at the left. */
export class RunsPane {
  readonly pane: Locator
  readonly rows: Locator

  constructor(page: Page) {
    this.pane = page.getByRole('navigation', { name: 'Runs' })
    this.rows = this.pane.getByRole('option')
  }

  row(title: string | RegExp): Locator {
    // A narrow list shows glyphs only; its lines keep their names.
    return this.pane.getByRole('option', { name: title })
  }

  async open(title: string | RegExp): Promise<void> {
    await this.row(title).first().click()
  }
}
