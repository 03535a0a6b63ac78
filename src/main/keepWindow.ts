import { type BrowserWindow, nativeTheme, session } from 'electron'
import type { Settings } from '../shared/settings'
import { openWindow, repaintWindow } from './openWindow'
import { readWindowState, type WindowState, writeWindowState } from './windowState'

export interface WindowKeeper {
  current(): BrowserWindow | null
  /** Brings it to the front; opens it anew where it was closed. */
  show(): void
  setTheme(theme: Settings['theme']): void
}

interface KeeperOptions {
  readonly stateFile: string
  readonly preload: string
  readonly icon: string
  /** Null: now. Otherwise when, and whether, that is decided. */
  readonly mayClose: () => Promise<boolean> | null
}

/** The one window, and what is remembered of it. */
export function keepWindow({ stateFile, preload, icon, mayClose }: KeeperOptions): WindowKeeper {
  let state: WindowState = readWindowState(stateFile)
  let window: BrowserWindow | null = null
  const save = (change: Partial<WindowState>): void => {
    state = { ...state, ...change }
    writeWindowState(stateFile, state)
  }
  nativeTheme.themeSource = state.theme
  nativeTheme.on('updated', () => window && repaintWindow(window))

  function open(): BrowserWindow {
    const opened = openWindow({ session: session.defaultSession, preload, icon, state, onState: save })
    opened.on('close', (event) => {
      const decision = mayClose()
      if (!decision) return
      event.preventDefault()
      void decision.then((may) => may && !opened.isDestroyed() && opened.close())
    })
    opened.on('closed', () => {
      window = null
    })
    return opened
  }

  return {
    current: () => window,
    show() {
      if (!window) {
        window = open()
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    setTheme: (theme) => {
      if (theme !== state.theme) save({ theme })
    },
  }
}
