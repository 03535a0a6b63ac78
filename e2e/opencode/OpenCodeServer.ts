import type { Stage } from '../Stage'
import type { RunningProgram } from '../startProgram'
import { type EventStream, openEventStream } from './openEventStream'

export interface SessionInfo {
  readonly id: string
  readonly parentID?: string
}

interface Listed {
  readonly id: string
  readonly sessionID: string
}

type ServerGround = Pick<Stage, 'project'> & {
  readonly start: (args: readonly string[], parse: (text: string) => string) => RunningProgram<string>
}

/** A real `opencode serve`, spoken to as the interface of a user would. */
export class OpenCodeServer {
  readonly url: string
  readonly events: EventStream
  private readonly directory: string
  private readonly program: RunningProgram<string>

  private constructor(program: RunningProgram<string>, url: string, directory: string, events: EventStream) {
    this.program = program
    this.url = url
    this.directory = directory
    this.events = events
  }

  static async start({ start, project }: ServerGround): Promise<OpenCodeServer> {
    const program = start(['serve', '--hostname', '127.0.0.1', '--port', '0'], (text) => text)
    const listening = await program.line('it listened', (line) => line.includes('listening on http'))
    const url = /http:\/\/[\w.:]+/.exec(listening)?.[0] ?? ''
    const events = await openEventStream(`${url}/event?directory=${encodeURIComponent(project)}`)
    return new OpenCodeServer(program, url, project, events)
  }

  get pid(): number {
    return this.program.pid
  }

  async create(title: string): Promise<string> {
    return ((await this.call('POST', '/session', { title })) as SessionInfo).id
  }

  /** Resolves with the end of the turn. */
  async prompt(session: string, text: string): Promise<void> {
    await this.call('POST', `/session/${session}/message`, { parts: [{ type: 'text', text }] })
  }

  /** Resolves as soon as the server has taken it. */
  async post(session: string, text: string): Promise<void> {
    await this.call('POST', `/session/${session}/prompt_async`, { parts: [{ type: 'text', text }] })
  }

  async abort(session: string): Promise<void> {
    await this.call('POST', `/session/${session}/abort`)
  }

  async fork(session: string): Promise<string> {
    return ((await this.call('POST', `/session/${session}/fork`, {})) as SessionInfo).id
  }

  async allow(permission: string): Promise<void> {
    await this.call('POST', `/permission/${permission}/reply`, { reply: 'once' })
  }

  /** As releases before 1.1 want it. */
  async respond(session: string, permission: string): Promise<void> {
    await this.call('POST', `/session/${session}/permissions/${permission}`, { response: 'once' })
  }

  /** What the release says of itself. */
  async abilities(): Promise<{ readonly routes: readonly string[]; readonly tools: readonly string[] }> {
    const { paths } = (await this.call('GET', '/doc')) as { readonly paths: object }
    return { routes: Object.keys(paths), tools: (await this.call('GET', '/experimental/tool/ids')) as readonly string[] }
  }

  async answer(question: string, label: string): Promise<void> {
    await this.call('POST', `/question/${question}/reply`, { answers: [[label]] })
  }

  async pending(kind: 'permission' | 'question'): Promise<readonly Listed[]> {
    return (await this.call('GET', `/${kind}`)) as readonly Listed[]
  }

  kill(): Promise<number | null> {
    this.events.close()
    this.program.kill()
    return this.program.ended
  }

  private async call(method: string, route: string, body?: object): Promise<unknown> {
    const url = new URL(this.url + route)
    url.searchParams.set('directory', this.directory)
    // A connection that is kept may be closed by the server just when it is used again.
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text.slice(0, 200)}`)
    return text === '' ? null : (JSON.parse(text) as unknown)
  }
}
