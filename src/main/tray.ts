import { Menu, nativeImage, Tray } from 'electron'

export interface TrayShow {
  /** How many need you. */
  tell(count: number): void
  close(): void
}

/** An icon beside the clock. Where the desktop has no such place, nothing is missing but the icon. */
export function openTray(icon: string, onShow: () => void, onQuit: () => void): TrayShow {
  const tray = tryTray(icon)
  const menu = (count: number): Menu =>
    Menu.buildFromTemplate([
      { label: words(count), click: onShow },
      { type: 'separator' },
      { label: 'Quit Understory', click: onQuit },
    ])
  tray?.on('click', onShow)
  tray?.setContextMenu(menu(0))
  return {
    tell(count) {
      tray?.setToolTip(words(count))
      tray?.setContextMenu(menu(count))
      if (process.platform === 'darwin') tray?.setTitle(count === 0 ? '' : String(count))
    },
    close: () => tray?.destroy(),
  }
}

function words(count: number): string {
  return count === 0 ? 'Understory' : `Understory: ${count} need${count === 1 ? 's' : ''} you`
}

function tryTray(icon: string): Tray | null {
  const image = nativeImage.createFromPath(icon)
  if (image.isEmpty()) return null
  if (process.platform === 'darwin') image.setTemplateImage(true)
  try {
    return new Tray(image)
  } catch {
    return null
  }
}
