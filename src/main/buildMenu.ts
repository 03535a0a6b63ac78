import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { PageKey } from './pressPageKey'

export interface MenuActions {
  readonly isPackaged: boolean
  readonly pressKey: (key: PageKey) => void
  readonly goToCopied: () => void
  readonly retryEngine: () => void
}

type Item = MenuItemConstructorOptions

/** The usual menus in the words of the app. */
export function buildMenu(actions: MenuActions, platform: NodeJS.Platform): Menu {
  const isMac = platform === 'darwin'
  return Menu.buildFromTemplate([
    ...(isMac ? [{ role: 'appMenu' } satisfies Item] : []),
    { label: 'File', submenu: [{ role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
    { label: 'View', submenu: viewItems(actions.isPackaged) },
    { label: 'Go', submenu: goItems(actions) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'All keys', click: () => actions.pressKey('allKeys') },
        { label: 'Start the engine again', click: actions.retryEngine },
      ],
    },
  ])
}

function viewItems(isPackaged: boolean): Item[] {
  const scale: Item[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }]
  const tools: Item[] = isPackaged ? [] : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  return [...scale, { type: 'separator' }, { role: 'togglefullscreen' }, ...tools]
}

function goItems({ pressKey, goToCopied }: MenuActions): Item[] {
  // The page listens for these keys itself; here they are only shown.
  const shown = (label: string, accelerator: string, key: PageKey): Item => {
    return { label, accelerator, registerAccelerator: false, click: () => pressKey(key) }
  }
  return [
    shown('Search or go to URI', 'CmdOrCtrl+K', 'palette'),
    { label: 'Go to copied URI', click: goToCopied },
    { type: 'separator' },
    shown('Back', 'Alt+Left', 'back'),
    shown('Forward', 'Alt+Right', 'forth'),
    { type: 'separator' },
    { label: 'Next that needs me', click: () => pressKey('nextNeedsMe') },
  ]
}
