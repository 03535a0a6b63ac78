import { createServer, type IncomingMessage, type Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import type { Port } from '../shared/port'
import { fail, ok, type Result } from '../shared/result'
import { answerRequest } from './answerRequest'
import { type Door, judgeRequest, type Verdict } from './judgeRequest'
import { openSockets } from './openSockets'
import { hostAndPort, isWildcard, ownHosts } from './ownHosts'
import { type PageFiles, readPageFiles } from './pageFiles'
import { makeServeToken } from './serveToken'

export interface ServeOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** The built page. */
  readonly pageFolder: string
  readonly version: string
  /** Called for every page that connects. */
  readonly openPage: (port: Port) => { close(): void }
  /** The server itself has met an error; it goes on. */
  readonly onError?: (message: string) => void
}

export interface RunningServer {
  /** The link with its token. */
  readonly url: string
  readonly port: number
  /** Pages are told and let go; twice is fine. */
  close(): Promise<void>
}

export interface ServeFailure {
  readonly reason: 'not_built' | 'port_taken' | 'port_forbidden' | 'bad_host' | 'other'
  readonly message: string
}

/** The page over HTTP and one WebSocket, to whoever has the link. */
export async function startServer(options: ServeOptions): Promise<Result<RunningServer, ServeFailure>> {
  const files = readPageFiles(options.pageFolder)
  if (files === null)
    return fail({ reason: 'not_built', message: `There is no built page in ${options.pageFolder}: run "npm run build".` })
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Without it whoever writes a header byte by byte is only looked at twice a minute.
    connectionsCheckingInterval: 2000,
  })
  const failure = await listen(server, options)
  if (failure !== null) return fail(failure)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const addresses = ownAddresses()
  const door: Door = {
    token: makeServeToken(),
    // Cookies know no ports: the name keeps several servers on one host apart.
    cookieName: `understory_${port}`,
    hosts: ownHosts(options.host, port, addresses),
  }
  const stop = answerAll(server, { door, files, options })
  const host = isWildcard(options.host) ? (addresses.find(isNotLoopback) ?? '127.0.0.1') : options.host
  return ok({ url: `http://${hostAndPort(host, port)}/?token=${door.token}`, port, close: stop })
}

interface House {
  readonly door: Door
  readonly files: PageFiles
  readonly options: ServeOptions
}

function answerAll(server: Server, house: House): () => Promise<void> {
  const judge = (request: IncomingMessage): Verdict => {
    const { host, origin, cookie } = request.headers
    return judgeRequest({ method: request.method ?? '', target: request.url ?? '', host, origin, cookie }, house.door)
  }
  const sockets = openSockets(house.options.openPage)
  // For its whole life: an error that nobody hears would end the program.
  server.on('error', (error) => house.options.onError?.(error.message))
  server.on('request', (request, response) => answerRequest(judge(request), request, response, house))
  server.on('upgrade', (request, socket, head) => sockets.answerUpgrade(judge(request), request, socket, head))
  // Broken requests are a stranger's: no answer to learn from.
  server.on('clientError', (_, socket) => socket.destroy())
  let closing: Promise<void> | null = null
  return () => {
    closing ??= new Promise<void>((resolve) => {
      server.close(() => resolve())
      sockets.close()
      server.closeAllConnections()
    })
    return closing
  }
}

function listen(server: Server, { host, port }: ServeOptions): Promise<ServeFailure | null> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(explain(error, host, port)))
    server.listen({ host, port, exclusive: true }, () => resolve(null))
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): ServeFailure {
  const place = hostAndPort(host, port)
  switch (error.code) {
    case 'EADDRINUSE':
      return { reason: 'port_taken', message: `Port ${port} is in use on ${host}: choose another one with --port, or 0 for any.` }
    case 'EACCES':
      return { reason: 'port_forbidden', message: `This user may not open port ${port}: choose one above 1023.` }
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { reason: 'bad_host', message: `"${host}" is no address of this machine: choose one of its own with --host.` }
    default:
      return { reason: 'other', message: `Listening on ${place} failed: ${error.message}.` }
  }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((group) => (group ?? []).map((entry) => entry.address))
}

function isNotLoopback(address: string): boolean {
  return !address.startsWith('127.') && !address.includes(':')
}
