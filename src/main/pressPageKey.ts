import type { BrowserWindow } from 'electron'

/** Keys that the page answers; the menu presses them for who looks there. */
export type PageKey = 'palette' | 'nextNeedsMe' | 'allKeys'

const keys: Readonly<Record<PageKey, { readonly keyCode: string; readonly modifiers?: 'control'[] | 'meta'[] }>> = {
  palette: { keyCode: 'K', modifiers: process.platform === 'darwin' ? ['meta'] : ['control'] },
  nextNeedsMe: { keyCode: 'n' },
  allKeys: { keyCode: '?' },
}

export function pressPageKey(window: BrowserWindow | null, key: PageKey): void {
  window?.webContents.sendInputEvent({ type: 'keyDown', ...keys[key] })
  window?.webContents.sendInputEvent({ type: 'keyUp', ...keys[key] })
}
