import type { WebSocket } from 'ws'
import type { Port } from '../shared/port'

// A page that reads this much too slowly is let go; it comes back and is told everything anew.
const mostBufferedBytes = 64 * 1024 * 1024

/** The engine's end of a socket. A frame that is no JSON text closes it: the other side is not our page. */
export function webSocketPort(socket: WebSocket): Port {
  return {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > mostBufferedBytes) return socket.terminate()
      socket.send(JSON.stringify(frame))
    },
    bufferedBytes: () => socket.bufferedAmount,
    onFrame(listener) {
      socket.on('message', (data, isBinary) => {
        if (isBinary) return socket.close(1003, 'text frames only')
        let frame: unknown
        try {
          // Without options of its own, ws hands a text message over as one Buffer.
          frame = JSON.parse(String(data))
        } catch {
          return socket.close(1007, 'not JSON')
        }
        listener(frame)
      })
    },
    onClose(listener) {
      socket.on('close', () => listener())
    },
  }
}
