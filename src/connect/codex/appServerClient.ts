import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { asObject, type Json, parseJson } from '../../core/readJson'
import type { Clock } from '../clock'
import type { Ending } from '../keepConnected'

/** Everything that comes in without having been asked for. */
export interface ClientEars {
  readonly onNotification: (method: string, params: Json) => void
  /** A request of the server. Nobody here answers it, not even with an error. */
  readonly onRequest: (id: string | number, method: string, params: Json) => void
}

/** One connection to an app-server: JSON-RPC in WebSocket messages over a Unix socket. */
export interface AppServerClient {
  readonly opened: Promise<void>
  /** Settles with how the connection ended, whatever happens. */
  readonly ended: Promise<Ending>
  /** Undefined: an error, no answer in time, or the connection ended. */
  call(method: string, params: Json): Promise<Json | undefined>
  isOpen(): boolean
  /** The only notification we ever send is that we are there. */
  initialized(): void
  close(): void
}

const ANSWERS_WITHIN_MS = 10_000

export function openAppServerClient(socketPath: string, clock: Clock, ears: ClientEars): AppServerClient {
  const socket = new WebSocket('ws://localhost/', {
    createConnection: () => connect(socketPath),
    perMessageDeflate: false,
    handshakeTimeout: ANSWERS_WITHIN_MS,
  })
  const waiting = new Map<number, (result: Json | undefined) => void>()
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<Ending>()
  let nextId = 1
  let failure: Ending | null = null
  socket.on('open', () => opened.resolve())
  socket.on('message', (data: Buffer) => {
    const message = asObject(parseJson(data.toString('utf8')))
    if (message !== null) take(message, waiting, ears)
  })
  socket.on('unexpected-response', (_request, response) => {
    failure = judgeStatus(response.statusCode ?? 0)
    response.resume()
    socket.terminate()
  })
  socket.on('error', (error: Error & { code?: string }) => {
    failure ??= judgeFailure(error.code)
  })
  socket.on('close', () => {
    for (const answer of waiting.values()) answer(undefined)
    waiting.clear()
    opened.resolve()
    ended.resolve(failure ?? { kind: 'lost', note: 'it ended the connection' })
  })
  return {
    opened: opened.promise,
    ended: ended.promise,
    call(method, params) {
      if (socket.readyState !== WebSocket.OPEN) return Promise.resolve(undefined)
      const id = nextId++
      return new Promise((resolve) => {
        const cancel = clock.after(ANSWERS_WITHIN_MS, () => settle(undefined))
        const settle = (result: Json | undefined): void => {
          cancel()
          waiting.delete(id)
          resolve(result)
        }
        waiting.set(id, settle)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      })
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    initialized: () => socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'initialized' })),
    close: () => socket.terminate(),
  }
}

function take(message: Json, waiting: ReadonlyMap<number, (result: Json | undefined) => void>, ears: ClientEars): void {
  const { id, method } = message
  if (typeof method !== 'string') {
    if (typeof id === 'number') waiting.get(id)?.(asObject(message['result']) ?? undefined)
    return
  }
  const params = asObject(message['params']) ?? {}
  if (typeof id === 'number' || typeof id === 'string') ears.onRequest(id, method, params)
  else ears.onNotification(method, params)
}

function judgeStatus(status: number): Ending {
  if (status === 401 || status === 403) return { kind: 'refused', note: `it refuses us (status ${status})` }
  return { kind: 'foreign', note: `what answers there is not an app-server (status ${status})` }
}

function judgeFailure(code: string | undefined): Ending {
  if (code === 'EACCES' || code === 'EPERM') return { kind: 'refused', note: 'the socket belongs to somebody else' }
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return { kind: 'unreachable', note: 'nobody listens there' }
  return { kind: 'lost', note: code === undefined ? 'the connection broke' : `the connection broke (${code})` }
}
