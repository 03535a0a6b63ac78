import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, Menu, nativeTheme, session } from 'electron'
import { productFolder, productVersion } from '../engine/productFiles'
import { readPageFiles } from '../serve/pageFiles'
import { platformName } from '../shared/platformName'
import type { ShellInfo } from '../shared/shellInfo'
import { addressOf } from './addressesIn'
import { askFarewell } from './askFarewell'
import { buildMenu } from './buildMenu'
import type { FromEngine } from './engineMessages'
import { type Farewell, openFarewell } from './farewell'
import { grantWish } from './grantWish'
import { denyPermissions } from './guardContents'
import { keepWindow } from './keepWindow'
import { openPagePorts, type PagePorts } from './pagePorts'
import { servePage } from './pageScheme'
import { pressPageKey } from './pressPageKey'
import { type AttentionShow, showAttention } from './showAttention'
import { type EngineProcess, startEngineProcess } from './startEngineProcess'
import { openTray } from './tray'

export interface Shell {
  goTo(address: string): void
  show(): void
}

/** The window, the engine behind it, and what stands around them. Runs once, when the app is ready. */
export function openShell(): Shell {
  const folder = productFolder()
  const files = readPageFiles(join(folder, 'out', 'renderer'))
  if (files === null) return refuse('There is no built page: run "npm run build" in the folder of Understory.')
  const icons = join(folder, 'resources', 'icons')
  servePage(session.defaultSession, files)
  denyPermissions(session.defaultSession)
  const farewell = openFarewell((question) => askFarewell(question, keeper.current()))
  const keeper = keepWindow({
    stateFile: join(app.getPath('userData'), 'window.json'),
    preload: join(folder, 'out', 'preload', 'index.cjs'),
    icon: join(icons, 'app.png'),
    // On a Mac the app goes on without a window, and its sessions with it.
    mayClose: process.platform === 'darwin' ? () => null : () => (farewell.isDecided() ? null : farewell.decide()),
  })
  const info: ShellInfo = {
    version: productVersion(),
    kind: 'app',
    platform: platformName(process.platform),
    can: { openLink: true, revealFile: true, chooseFolder: true, notify: false },
  }
  const goTo = (address: string): void => {
    ports.goTo(address)
    keeper.show()
  }
  const tray = openTray(join(icons, process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'), keeper.show, app.quit)
  const attention = showAttention(tray, keeper.current, (address) => (address === null ? keeper.show() : goTo(address)))
  const engine = startEngineProcess(join(folder, 'out', 'main', 'engineProcess.js'), {
    onUp: () => ports.engineUp(),
    onDown: (reason, retryAtMs) => ports.engineDown(reason, retryAtMs),
    onMessage: (message) => hear(message, { attention, keeper, engine, farewell }),
  })
  const ports: PagePorts = openPagePorts(engine, keeper.current, info)
  Menu.setApplicationMenu(
    buildMenu(
      {
        isPackaged: app.isPackaged,
        pressKey: (key) => pressPageKey(keeper.current(), key),
        goToCopied: () => void goToCopied(goTo),
        retryEngine: engine.retry,
      },
      process.platform,
    ),
  )
  endWith(engine, farewell)
  app.on('activate', keeper.show)
  keeper.show()
  return { goTo, show: keeper.show }
}

async function goToCopied(goTo: (address: string) => void): Promise<void> {
  // A value in older Electrons, a promise in newer ones.
  const address = addressOf((await clipboard.readText()).trim())
  if (address !== null) goTo(address)
}

interface Hearing {
  readonly attention: AttentionShow
  readonly keeper: ReturnType<typeof keepWindow>
  readonly engine: EngineProcess
  readonly farewell: Farewell
}

function hear(message: FromEngine, { attention, keeper, engine, farewell }: Hearing): void {
  switch (message.kind) {
    case 'settings':
      nativeTheme.themeSource = message.settings.theme
      keeper.setTheme(message.settings.theme)
      return attention.onSettings(message.settings)
    case 'attention':
      return attention.onAttention(message.attention)
    case 'alarm':
      return attention.onAlarm(message.alarm)
    case 'sessions':
      return farewell.note(message)
    case 'wish':
      return void answerWish(message, keeper.current(), engine)
    default:
      return message satisfies never
  }
}

async function answerWish(
  { id, wish }: Extract<FromEngine, { kind: 'wish' }>,
  window: BrowserWindow | null,
  engine: EngineProcess,
): Promise<void> {
  const answer = await grantWish(wish, window).catch((error: unknown) => ({
    ok: false as const,
    failure: { code: 'not_supported' as const, message: `The system could not do this: ${String(error)}` },
  }))
  engine.send(
    answer.ok ? { kind: 'granted', wish: id, value: answer.value } : { kind: 'denied', wish: id, fault: answer.failure },
  )
}

/** The engine closes what it opened before the app is gone. */
function endWith(engine: EngineProcess, farewell: Farewell): void {
  let isEnding = false
  app.on('before-quit', (event) => {
    if (isEnding || farewell.isDecided()) return
    event.preventDefault()
    void farewell.decide().then((mayEnd) => mayEnd && app.quit())
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    // Asked once more while the engine still says goodbye: it is under way.
    if (isEnding) return
    isEnding = true
    void engine.end(farewell.keep()).finally(() => app.exit(0))
  })
}

function refuse(sentence: string): Shell {
  dialog.showErrorBox('Understory', sentence)
  app.exit(1)
  return { goTo: () => undefined, show: () => undefined }
}
