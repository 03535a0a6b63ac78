import { type BrowserWindow, type IpcMainEvent, ipcMain, MessageChannelMain, type WebContents } from 'electron'
import type { ShellInfo } from '../shared/shellInfo'
import { pageChannels } from './engineMessages'
import { isOurPage } from './guardContents'
import type { EngineProcess } from './startEngineProcess'

export interface PagePorts {
  /** The engine is there: every page that waits gets a new port. */
  engineUp(): void
  engineDown(reason: string, retryAtMs: number | null): void
  goTo(address: string): void
}

/** Hands ports between the engine and the one page that may have one, as often as either of them begins anew. */
export function openPagePorts(engine: EngineProcess, window: () => BrowserWindow | null, info: ShellInfo): PagePorts {
  let waiting: WebContents | null = null
  let page = 0
  let isConnected = false
  let wanted: string | null = null
  let down: { readonly reason: string; readonly retryAtMs: number | null } | null = null

  function hand(): void {
    if (!waiting || waiting.isDestroyed() || !engine.isUp) return
    const { port1, port2 } = new MessageChannelMain()
    page += 1
    engine.send({ kind: 'page', page, info }, [port1])
    waiting.postMessage(pageChannels.port, null, [port2])
    isConnected = true
    if (wanted !== null) engine.send({ kind: 'goTo', page, text: wanted })
    wanted = null
  }

  /** Only our page in the window's own frame: neither a frame inside it nor another page. */
  function isOurs(event: IpcMainEvent): boolean {
    const own = window()?.webContents
    return own !== undefined && event.sender === own && event.senderFrame === own.mainFrame && isOurPage(event.senderFrame.url)
  }

  ipcMain.on(pageChannels.ready, (event) => {
    if (!isOurs(event)) return
    waiting = event.sender
    if (engine.isUp) return hand()
    if (down) waiting.postMessage(pageChannels.lost, down)
    // A page that is loaded again is a person who wants another try.
    if (down?.retryAtMs === null) engine.retry()
  })
  ipcMain.on(pageChannels.retry, (event) => {
    if (isOurs(event)) engine.retry()
  })

  return {
    engineUp() {
      down = null
      hand()
    },
    engineDown(reason, retryAtMs) {
      down = { reason, retryAtMs }
      isConnected = false
      if (waiting && !waiting.isDestroyed()) waiting.postMessage(pageChannels.lost, down)
    },
    goTo(address) {
      if (isConnected && waiting && !waiting.isDestroyed()) engine.send({ kind: 'goTo', page, text: address })
      else wanted = address
    },
  }
}
