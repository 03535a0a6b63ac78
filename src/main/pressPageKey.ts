import type { BrowserWindow } from 'electron'

/** Keys that the page answers; the menu presses them for who looks there. */
export type PageKey = 'palette' | 'nextNeedsMe' | 'allKeys' | 'back' | 'forth'

const keys: Readonly<Record<PageKey, { readonly keyCode: string; readonly modifiers?: ('control' | 'meta' | 'alt')[] }>> = {
  palette: { keyCode: 'K', modifiers: process.platform === 'darwin' ? ['meta'] : ['control'] },
  nextNeedsMe: { keyCode: 'n' },
  allKeys: { keyCode: '?' },
  back: { keyCode: 'Left', modifiers: ['alt'] },
  forth: { keyCode: 'Right', modifiers: ['alt'] },
}

export function pressPageKey(window: BrowserWindow | null, key: PageKey): void {
  window?.webContents.sendInputEvent({ type: 'keyDown', ...keys[key] })
  window?.webContents.sendInputEvent({ type: 'keyUp', ...keys[key] })
}
