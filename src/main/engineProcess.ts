import type { MessagePortMain } from 'electron'
import { openPageHost } from '../engine/page/openPageHost'
import type { PageHost, PageSession } from '../engine/page/pageHost'
import { type FromEngine, ToEngine } from './engineMessages'
import { mainPort } from './mainPort'
import { wishesOverMain } from './wishesOverMain'

const { parentPort } = process
const tell = (message: FromEngine): void => parentPort.postMessage(message)
const sessions = new Map<number, PageSession>()
const wishes = wishesOverMain(tell)
const opening = openPageHost({ env: process.env })

// Pages ask while the engine is still opening: what nobody listened to would be lost.
parentPort.on('message', ({ data, ports }) => {
  const message = ToEngine.safeParse(data)
  if (message.success) void opening.then((host) => obey(host, message.data, ports))
})

const opened = await opening
opened.onSettings((settings) => tell({ kind: 'settings', settings }))
opened.onAttention((attention) => tell({ kind: 'attention', attention }))
opened.alarms.onAlarm((alarm) => tell({ kind: 'alarm', alarm }))
opened.onCloseAdvice((advice) => tell({ kind: 'sessions', ...advice }))
tell({ kind: 'settings', settings: opened.settings() })

function obey(host: PageHost, message: ToEngine, ports: readonly MessagePortMain[]): void {
  switch (message.kind) {
    case 'page': {
      const [port] = ports
      return port && openPage(host, message, port)
    }
    case 'goTo':
      // Where an address leads nowhere the host tells the page.
      return void sessions
        .get(message.page)
        ?.goTo(message.text)
        .catch(() => undefined)
    case 'granted':
      return wishes.settle(message.wish, { ok: true, value: message.value })
    case 'denied':
      return wishes.settle(message.wish, { ok: false, failure: message.fault })
    case 'end':
      return void host.close(message.keep === null ? undefined : { keep: message.keep }).finally(() => process.exit(0))
    default:
      return message satisfies never
  }
}

function openPage(host: PageHost, { page, info }: Extract<ToEngine, { kind: 'page' }>, port: MessagePortMain): void {
  sessions.get(page)?.close()
  const session = host.openPage(mainPort(port), wishes.of(page, info), () => undefined)
  sessions.set(page, session)
  port.on('close', () => {
    session.close()
    if (sessions.get(page) === session) sessions.delete(page)
  })
}
