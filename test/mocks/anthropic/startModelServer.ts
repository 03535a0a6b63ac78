import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Gates } from '../Gates'
import { listenOnLoopback, sendJson } from '../listenOnLoopback'
import { composeAnswer, Ids, streamEvents, wholeMessage } from './answer'
import { type ApiRequest, chooseStep, type ModelUsage, type Scenario } from './scenario'

/** One request to the model, as it was answered. */
export interface Served {
  readonly at: number
  readonly route: string | null
  readonly messageId: string | null
  readonly usage: Required<ModelUsage> | null
  readonly error: number | null
  readonly request: ApiRequest
  /** Ids of the tool calls in the answer. */
  readonly calls: readonly string[]
}

export interface ModelServer {
  readonly url: string
  readonly served: readonly Served[]
  /** Requests for paths that nobody plays here. */
  readonly unknown: readonly string[]
  readonly gates: Gates
  close(): Promise<void>
}

const CHUNK_GAP_MS = 10

class ModelPlayer {
  readonly served: Served[] = []
  readonly unknown: string[] = []
  readonly gates = new Gates()
  private readonly ids = new Ids()
  private readonly scenario: Scenario

  constructor(scenario: Scenario) {
    this.scenario = scenario
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://mock').pathname
    const body = await text(request)
    if (request.method === 'POST' && path === '/v1/messages') return this.answer(body, response)
    if (request.method === 'POST' && path === '/v1/messages/count_tokens') {
      return sendJson(response, 200, { input_tokens: Math.ceil(body.length / 4) })
    }
    if (request.method === 'HEAD' || path === '/') return void response.end()
    this.unknown.push(`${request.method} ${path}`)
    sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'nobody plays this here' } })
  }

  private async answer(body: string, response: ServerResponse): Promise<void> {
    const request = JSON.parse(body) as ApiRequest
    const { route, step } = chooseStep(this.scenario, request)
    const requestId = this.ids.next('req_011')
    if (step.gate) await this.gates.pass(step.gate)
    await pause(step.delayMs ?? this.scenario.delayMs)
    if (response.destroyed) return
    if (step.error) {
      const { status, shouldRetry, ...error } = step.error
      this.served.push({ at: Date.now(), route, messageId: null, usage: null, error: status, request, calls: [] })
      const retry: Record<string, string> = shouldRetry === undefined ? {} : { 'x-should-retry': String(shouldRetry) }
      return sendJson(response, status, { type: 'error', error, request_id: requestId }, { 'request-id': requestId, ...retry })
    }
    const answer = composeAnswer(this.scenario, step, request, this.ids)
    const calls = answer.content.flatMap((block) => (block.type === 'tool_use' ? block.id : []))
    this.served.push({ at: Date.now(), route, messageId: answer.id, usage: answer.usage, error: null, request, calls })
    if (!request.stream) return sendJson(response, 200, wholeMessage(answer), { 'request-id': requestId })
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': requestId })
    for (const event of streamEvents(answer)) {
      if (response.destroyed) return
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      await pause(CHUNK_GAP_MS)
    }
    response.end()
  }
}

/** Plays a scenario as the Messages API, on loopback only. */
export async function startModelServer(scenario: Scenario): Promise<ModelServer> {
  const player = new ModelPlayer(scenario)
  const { url, close } = await listenOnLoopback((request, response) => player.handle(request, response))
  return { url, served: player.served, unknown: player.unknown, gates: player.gates, close }
}
