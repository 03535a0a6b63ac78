import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in for a server of OpenCode: its stream of events says what the test says, its answers are what the test put there. */
export interface SessionServer {
  readonly url: string
  readonly port: number
  /** `METHOD path?query`, in order. */
  readonly requests: readonly string[]
  /** What each route answers, by path and query or by path alone; what is not there is answered with 404. */
  readonly answers: Map<string, unknown>
  /** One event of one folder, to every listener. */
  say(payload: unknown, directory?: string): void
  write(bytes: string | Uint8Array): void
  /** Requests of this path are kept waiting; the returned function lets them go. */
  delay(path: string): () => void
  /** Settles when so many streams have been opened since the beginning. */
  streams(count: number): Promise<void>
  /** Settles when a request like this has arrived. */
  asked(request: string): Promise<void>
  cut(): void
  close(): Promise<void>
}

export interface SessionServerOptions {
  readonly port?: number
  readonly password?: string
  readonly version?: string
  /** False: a release from before events had numbers. */
  readonly isNumbered?: boolean
}

export const FOLDER = '/home/dev/acme'

export async function startSessionServer(options: SessionServerOptions = {}): Promise<SessionServer> {
  const { port = 0, password, version = '1.18.34', isNumbered = true } = options
  const requests: string[] = []
  const answers = new Map<string, unknown>([
    ['/global/health', { healthy: true, version }],
    ['/session/status', {}],
    ['/permission', []],
    ['/question', []],
  ])
  const delayed = new Map<string, Promise<void>>()
  const open = new Set<ServerResponse>()
  const waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = []
  let opened = 0
  const wake = (): void => {
    for (const { isMet, resolve } of waiting) if (isMet()) resolve()
  }
  const until = (isMet: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ isMet, resolve })
      wake()
    })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? ''
    const path = target.split('?')[0]!
    requests.push(`${request.method} ${target}`)
    wake()
    if (password !== undefined && request.headers.authorization !== basic(password)) return void response.writeHead(401).end()
    await delayed.get(path)
    if (path === '/global/event') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf({ payload: { ...(isNumbered && { id: 'evt_0' }), type: 'server.connected', properties: {} } }))
      open.add(response)
      response.on('close', () => open.delete(response))
      opened += 1
      return wake()
    }
    const body = answers.get(target) ?? answers.get(path)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const write = (bytes: string | Uint8Array): void => {
    for (const response of open) response.write(bytes)
  }
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    requests,
    answers,
    say: (payload, directory = FOLDER) => write(frameOf({ directory, project: 'p', payload })),
    write,
    delay(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      delayed.set(path, promise)
      return () => {
        delayed.delete(path)
        resolve()
      }
    },
    streams: (count) => until(() => opened >= count),
    asked: (request) => until(() => requests.includes(request)),
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function basic(password: string): string {
  return `Basic ${Buffer.from(`opencode:${password}`).toString('base64')}`
}

export function frameOf(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
