import { existsSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Stage } from '../Stage'
import type { RunningProgram } from '../startProgram'

/** What comes over the wire: an answer, a notice, or a question of the server. */
export interface ServerMessage {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface ThreadAnswer {
  readonly thread: { readonly id: string }
}

const FOUND_MS = 20_000

/** Where it listens, once it does; null: not yet. */
type Door = () => string | null

async function openSocket(door: Door, program: RunningProgram<string>): Promise<WebSocket> {
  let hasEnded = false
  program.ended.then(() => {
    hasEnded = true
  })
  for (const until = Date.now() + FOUND_MS; Date.now() < until && !hasEnded; await pause(20)) {
    const url = door()
    const socket = url === null ? null : new WebSocket(url)
    const isOpen = await new Promise<boolean>((resolve) => {
      if (!socket) return resolve(false)
      socket.once('open', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (socket && isOpen) return socket
  }
  throw new Error(`codex app-server did not open its socket: ${program.stderr().slice(0, 300)}`)
}

/** The app-server that all terminals of a user share, spoken to as one of them would. */
export class AppServer {
  private readonly program: RunningProgram<string>
  private readonly socket: WebSocket
  /** The socket is only a link to a place outside of the root. */
  private readonly places: readonly string[]
  private readonly messages: ServerMessage[] = []
  private readonly waiting = new Set<() => void>()
  private calls = 0

  private constructor(program: RunningProgram<string>, socket: WebSocket, places: readonly string[]) {
    this.program = program
    this.socket = socket
    this.places = places
    socket.on('message', (data) => {
      this.messages.push(JSON.parse(String(data)) as ServerMessage)
      for (const look of [...this.waiting]) look()
    })
  }

  static async start({ start, workspace }: Pick<Stage, 'start' | 'workspace'>): Promise<AppServer> {
    const program = start(['app-server', '--listen', 'unix://'], (text) => text)
    const path = join(workspace.root, 'app-server-control', 'app-server-control.sock')
    const socket = await openSocket(() => (existsSync(path) ? `ws+unix://${path}:/` : null), program)
    const place = readlinkSync(path)
    return new AppServer(program, socket, [place, `${place}.lock`]).introduce()
  }

  /** Of a release that knows no socket in its home, where everybody would find it. */
  static async startOnPort({ start }: Stage): Promise<AppServer> {
    const program = start(['app-server', '--listen', 'ws://127.0.0.1:0'], (text) => text)
    const socket = await openSocket(() => /ws:\/\/127\.0\.0\.1:\d+/.exec(program.stderr())?.[0] ?? null, program)
    return new AppServer(program, socket, []).introduce()
  }

  async startThread(rules: object): Promise<string> {
    const { thread } = (await this.call('thread/start', rules)) as ThreadAnswer
    return thread.id
  }

  async fork(original: string): Promise<string> {
    const { thread } = (await this.call('thread/fork', { threadId: original, persistExtendedHistory: false })) as ThreadAnswer
    return thread.id
  }

  async prompt(thread: string, text: string, more: object = {}): Promise<void> {
    await this.call('turn/start', { threadId: thread, input: [{ type: 'text', text }], ...more })
  }

  /** Resolves with the end of its first turn here. */
  async turnEnded(thread: string): Promise<void> {
    await this.message(({ method, params }) => method === 'turn/completed' && params?.['threadId'] === thread)
  }

  async call(method: string, params: object): Promise<unknown> {
    this.calls += 1
    const id = this.calls
    this.send({ id, method, params })
    const { result, error } = await this.message((message) => message.id === id && message.method === undefined)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  /** Resolves with the first message that passes, past ones included. */
  async message(test: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    const found = this.messages.find(test)
    if (found) return found
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!this.messages.some(test)) return
        this.waiting.delete(look)
        resolve()
      }
      this.waiting.add(look)
    })
    return this.message(test)
  }

  answer(id: number, result: object): void {
    this.send({ id, result })
  }

  async end(): Promise<void> {
    this.socket.terminate()
    this.program.kill()
    await this.program.ended
    for (const place of this.places) rmSync(place, { force: true })
  }

  private async introduce(): Promise<this> {
    await this.call('initialize', { clientInfo: { name: 'terminal', version: '1' }, capabilities: { experimentalApi: true } })
    this.send({ method: 'initialized' })
    return this
  }

  private send(message: object): void {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
}
