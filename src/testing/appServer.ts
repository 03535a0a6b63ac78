import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** Stands in for an app-server: says what the test says, answers what the test put there, and keeps all that it is told. */
export interface FakeAppServer {
  /** Every message of every client. */
  readonly heard: readonly Heard[]
  /** Result by method, or by method and thread or cursor; a missing one is answered with an error, null with silence. */
  readonly answers: Map<string, unknown>
  say(message: unknown): void
  /** As it is, be it no JSON at all. */
  write(text: string | Buffer): void
  /** Settles when a message like this has come so often. */
  told(method: string, count?: number): Promise<void>
  /** Bytes that are no WebSocket frame, with half of one behind. */
  breakFrames(): void
  cut(): void
  close(): Promise<void>
}

interface Heard {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly threadId?: string; readonly [key: string]: unknown }
}

export const HELLO = { userAgent: 'codex-tui/0.169.0 (Debian 12.0.0; x86_64) xterm-256color', codexHome: '/home/dev/.codex' }

export async function startAppServer(socketPath: string, status = 101): Promise<FakeAppServer> {
  const heard: Heard[] = []
  const answers = new Map<string, unknown>([
    ['initialize', HELLO],
    ['thread/loaded/list', { data: [], nextCursor: null }],
  ])
  const waiting: (() => void)[] = []
  mkdirSync(dirname(socketPath), { recursive: true })
  const http = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (status !== 101) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, (client) => void sockets.emit('connection', client, request))
  })
  const raw = new Set<Duplex>()
  sockets.on('connection', (client: WebSocket, request: IncomingMessage) => {
    raw.add(request.socket)
    client.on('error', () => undefined)
    client.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as Heard
      heard.push(message)
      if (message.id !== undefined) answer(client, message)
      for (const look of waiting) look()
    })
  })
  const answer = (client: WebSocket, { id, method = '', params }: Heard): void => {
    const byThread = `${method} ${params?.threadId ?? params?.['cursor']}`
    const result = answers.has(byThread) ? answers.get(byThread) : answers.get(method)
    if (result === null) return
    client.send(JSON.stringify(result === undefined ? { id, error: { code: -32600, message: 'no' } } : { id, result }))
  }
  const each = (act: (client: WebSocket) => void): void => {
    for (const client of sockets.clients) act(client)
  }
  http.listen(socketPath)
  await once(http, 'listening')
  return {
    heard,
    answers,
    say: (message) => each((client) => client.send(JSON.stringify(message))),
    write: (text) => each((client) => client.send(text)),
    told: (method, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (heard.filter((one) => one.method === method).length >= count) resolve()
        }
        waiting.push(look)
        look()
      }),
    breakFrames() {
      for (const socket of raw) socket.write(Buffer.from([0xff, 0x7f, 1, 2]))
    },
    cut: () => each((client) => client.terminate()),
    async close() {
      each((client) => client.terminate())
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

export interface RecordedMessage {
  readonly t: number
  readonly dir: '>' | '<' | 'http'
  readonly m: {
    readonly id?: number
    readonly method?: string
    readonly params?: { readonly threadId?: string }
    readonly result?: unknown
  }
}

/** What one client of a recorded app-server saw. */
export function recordedMessages(name: string): RecordedMessage[] {
  const path = join(import.meta.dirname, '../../fixtures/codex/0.169.0/_app-server', `${name}.jsonl`)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as RecordedMessage)
}
