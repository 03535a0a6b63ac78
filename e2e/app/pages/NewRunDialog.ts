import type { Locator, Page } from '@playwright/test'

/** Where a run is started from the app. */
export class NewRunDialog {
  readonly dialog: Locator
  readonly folder: Locator
  readonly prompt: Locator
  readonly command: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'New run' })
    this.folder = this.dialog.getByRole('combobox', { name: 'Folder' })
    this.prompt = this.dialog.getByRole('textbox', { name: 'Prompt' })
    this.command = this.dialog.getByRole('group', { name: 'Command' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'New run' }).click()
    await this.dialog.waitFor()
  }

  async fill(folder: string, prompt: string): Promise<void> {
    await this.folder.fill(folder)
    await this.prompt.fill(prompt)
  }

  /** From the button to a run that is on the screen. */
  async start(folder: string, prompt: string): Promise<void> {
    await this.open()
    await this.fill(folder, prompt)
    await this.command.waitFor()
    await this.prompt.press('Control+Enter')
    await this.dialog.waitFor({ state: 'detached' })
  }
}
