import type { Port } from '../../shared/port'

/** The page's end of a socket that is open already. Frames that cannot be read close it: the other side is not ours. */
export function webSocketPort(socket: WebSocket): Port {
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    onFrame(listener) {
      socket.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (typeof event.data !== 'string') return
        let frame: unknown
        try {
          frame = JSON.parse(event.data)
        } catch {
          return socket.close(4000, 'not JSON')
        }
        listener(frame)
      })
    },
    onClose(listener) {
      socket.addEventListener('close', listener)
    },
  }
}
