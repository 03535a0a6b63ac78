import type { MessagePortMain } from 'electron'
import type { Port } from '../shared/port'

/** The engine's end of a port that main handed over. */
export function mainPort(port: MessagePortMain): Port {
  let isClosed = false
  port.on('close', () => {
    isClosed = true
  })
  port.start()
  return {
    send(frame) {
      if (!isClosed) port.postMessage(frame)
    },
    onFrame(listener) {
      port.on('message', (event) => listener(event.data))
    },
    onClose(listener) {
      port.on('close', listener)
    },
  }
}
