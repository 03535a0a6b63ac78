import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Port } from '../shared/port'
import type { Verdict } from './judgeRequest'
import { webSocketPort } from './webSocketPort'

// Far above any call of the contract. What a page may ask for is small; only answers are long.
const longestFrameBytes = 1024 * 1024
const heartbeatMs = 30_000
const farewellMs = 500

export interface Sockets {
  answerUpgrade(verdict: Verdict, request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

/** One WebSocket per page. A page that does not answer a ping until the next one is gone. */
export function openSockets(openPage: (port: Port) => { close(): void }): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: longestFrameBytes, perMessageDeflate: false })
  const silent = new WeakSet<WebSocket>()
  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      if (silent.has(socket)) socket.terminate()
      silent.add(socket)
      socket.ping()
    }
  }, heartbeatMs)
  heartbeat.unref()

  function accept(socket: WebSocket): void {
    // A frame that is too long or malformed; ws closes the socket itself with the right code.
    socket.on('error', () => undefined)
    socket.on('pong', () => silent.delete(socket))
    const page = openPage(webSocketPort(socket))
    socket.on('close', () => page.close())
  }

  return {
    answerUpgrade(verdict, request, socket, head) {
      if (verdict.kind === 'socket') return server.handleUpgrade(request, socket, head, accept)
      const status = verdict.kind === 'refused' ? verdict.status : 404
      const line = verdict.kind === 'refused' ? verdict.line : 'There is no WebSocket at this address.'
      socket.on('error', () => undefined)
      socket.end(
        [
          `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
          'Connection: close',
          'Content-Type: text/plain; charset=utf-8',
          `Content-Length: ${Buffer.byteLength(line) + 1}`,
          '',
          `${line}\n`,
        ].join('\r\n'),
      )
    },
    close() {
      clearInterval(heartbeat)
      server.close()
      for (const socket of server.clients) socket.close(1001, 'Understory ends')
      // A page that does not say goodbye in turn must not keep the server.
      setTimeout(() => {
        for (const socket of server.clients) socket.terminate()
      }, farewellMs).unref()
    },
  }
}
