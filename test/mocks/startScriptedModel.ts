import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Gates } from './Gates'
import { listenOnLoopback, sendJson } from './listenOnLoopback'
import { chooseAnswer, type ScriptedCall, type ScriptRoute, type ScriptStep, type TokenCount, type Turn } from './script'

/** A request to the model in neutral words. */
export interface ModelRequest {
  readonly model: string
  readonly turns: readonly Turn[]
  /** None: a helper of the client, a title for instance. */
  readonly tools: readonly string[]
  /** The client's own name of the conversation, where it says one. */
  readonly conversation: string | null
}

export interface CalledTool {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface ModelAnswer {
  readonly number: number
  readonly step: ScriptStep
  readonly callOf: (call: ScriptedCall) => CalledTool
  readonly usage: TokenCount
}

/** How one protocol is spoken. */
export interface Protocol<R extends ModelRequest> {
  /** End of the path that asks for an answer. */
  readonly path: string
  read(body: string, request: IncomingMessage): R
  refuse(message: string): unknown
  /** The frames of an answer, in order. */
  frames(answer: ModelAnswer, request: R): Iterable<string>
}

/** One request, as it was answered. */
export interface ScriptServed {
  readonly route: string | null
  readonly conversation: string | null
  readonly usage: TokenCount | null
}

export interface ScriptedModel {
  readonly url: string
  readonly served: readonly ScriptServed[]
  /** Requests for paths that nobody plays here. */
  readonly unknown: readonly string[]
  readonly gates: Gates
  close(): Promise<void>
}

/** Every answer costs another sum, so that one that is counted twice or for the wrong agent shows. */
function priceOf(number: number): TokenCount {
  return { input: 1000 + 16 * number, cached: 200 + 4 * number, output: 50 + number, reasoning: 10 }
}

class ScriptPlayer<R extends ModelRequest> {
  readonly served: ScriptServed[] = []
  readonly unknown: string[] = []
  readonly gates = new Gates()
  private readonly routes: readonly ScriptRoute[]
  private readonly protocol: Protocol<R>
  private answers = 0
  private calls = 0

  constructor(routes: readonly ScriptRoute[], protocol: Protocol<R>) {
    this.routes = routes
    this.protocol = protocol
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://mock').pathname
    const body = await text(request)
    if (request.method === 'GET' && path.endsWith('/models'))
      return sendJson(response, 200, { object: 'list', data: [], models: [] })
    if (request.method === 'POST' && path.endsWith(this.protocol.path)) {
      return this.answer(this.protocol.read(body, request), response)
    }
    this.unknown.push(`${request.method} ${path}`)
    sendJson(response, 404, this.protocol.refuse('nobody plays this here'))
  }

  private async answer(request: R, response: ServerResponse): Promise<void> {
    const chosen = request.tools.length > 0 ? chooseAnswer(this.routes, request.turns) : null
    // So all conversations get one and the same title, as it happens to people too.
    const { route = null, step = { blocks: ['A helper says ok'] } } = chosen ?? {}
    const { conversation } = request
    if (step.gate) await this.gates.pass(step.gate)
    await pause(step.delayMs ?? (route ? 60 : 0))
    if (response.destroyed) return
    if (step.error?.status) {
      this.served.push({ route, conversation, usage: null })
      return sendJson(response, step.error.status, this.protocol.refuse(step.error.message))
    }
    this.answers += 1
    const usage = priceOf(this.answers)
    const answer = { number: this.answers, step, usage, callOf: (call: ScriptedCall) => this.callOf(call, request) }
    this.served.push({ route, conversation, usage: step.error ? null : usage })
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    for (const frame of this.protocol.frames(answer, request)) {
      if (response.destroyed) return
      response.write(frame)
      await pause(2)
    }
    response.end()
  }

  private callOf({ tool, input }: ScriptedCall, request: R): CalledTool {
    this.calls += 1
    const returned = request.turns.flatMap((turn) => (turn.kind === 'returned' ? [turn.text] : []))
    return { id: `call_mock_${this.calls}`, tool, input: typeof input === 'function' ? input(returned) : input }
  }
}

/** Plays routes in one protocol, on loopback only. */
export async function startScriptedModel<R extends ModelRequest>(
  routes: readonly ScriptRoute[],
  protocol: Protocol<R>,
): Promise<ScriptedModel> {
  const player = new ScriptPlayer(routes, protocol)
  const { url, close } = await listenOnLoopback((request, response) => player.handle(request, response))
  const { served, unknown, gates } = player
  return { url, served, unknown, gates, close }
}
