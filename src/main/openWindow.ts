import { app, BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, type Session, screen } from 'electron'
import { chromeColours } from './chromeColours'
import { pageUrl } from './pageScheme'
import { leastSize, placeWindow, type WindowState } from './windowState'

export interface WindowOptions {
  readonly session: Session
  readonly preload: string
  readonly icon: string
  readonly state: WindowState
  /** Called when it was moved, resized or maximised, and before it closes. */
  readonly onState: (state: Pick<WindowState, 'bounds' | 'isMaximised'>) => void
}

const titleBarHeight = 40

/** One window on the page. It shows itself when there is something to see, so that it never flashes white. */
export function openWindow({ session, preload, icon, state, onState }: WindowOptions): BrowserWindow {
  const displays = screen.getAllDisplays()
  const primary = screen.getPrimaryDisplay()
  const areas = [primary, ...displays.filter(({ id }) => id !== primary.id)].map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...placeWindow(state, areas),
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    title: 'Understory',
    backgroundColor: chromeColours(nativeTheme.shouldUseDarkColors).background,
    icon,
    ...titleBar(process.platform),
    webPreferences: {
      session,
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  if (state.isMaximised) window.maximize()
  window.once('ready-to-show', () => window.show())
  remember(window, onState)
  void window.loadURL(pageUrl)
  return window
}

function titleBar(platform: NodeJS.Platform): Partial<BrowserWindowConstructorOptions> {
  if (platform === 'darwin') return { titleBarStyle: 'hidden', trafficLightPosition: { x: 14, y: 13 } }
  if (platform !== 'win32') return {}
  return { titleBarStyle: 'hidden', titleBarOverlay: overlay() }
}

function overlay(): { color: string; symbolColor: string; height: number } {
  const { background, symbols } = chromeColours(nativeTheme.shouldUseDarkColors)
  return { color: background, symbolColor: symbols, height: titleBarHeight }
}

/** What the system paints follows the theme of the page. */
export function repaintWindow(window: BrowserWindow): void {
  window.setBackgroundColor(chromeColours(nativeTheme.shouldUseDarkColors).background)
  if (process.platform === 'win32') window.setTitleBarOverlay(overlay())
}

const settleMs = 400

function remember(window: BrowserWindow, onState: WindowOptions['onState']): void {
  let timer: NodeJS.Timeout | null = null
  const tell = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    if (!window.isDestroyed()) onState({ bounds: window.getNormalBounds(), isMaximised: window.isMaximized() })
  }
  const soon = (): void => {
    timer ??= setTimeout(tell, settleMs)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', tell)
  window.on('closed', () => timer && clearTimeout(timer))
}
