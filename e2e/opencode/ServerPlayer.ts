import type { Played } from '../playedRun'
import type { Stage } from '../Stage'
import { untilShown } from '../untilShown'
import type { OpenCodeServer } from './OpenCodeServer'
import * as runs from './openCodeRuns'
import { SCENES } from './openCodeScenarios'
import type { ServerEvent } from './openEventStream'
import { untilHeld } from './untilHeld'

/** Plays runs over one server, any number of them at once. */
export class ServerPlayer {
  private readonly stage: Stage
  private readonly server: OpenCodeServer

  constructor(stage: Stage, server: OpenCodeServer) {
    this.stage = stage
    this.server = server
  }

  async plain(prompt: string, toRun: (id: string) => Played['runs'][number]): Promise<Played> {
    const id = await this.server.create('plain')
    await this.server.prompt(id, prompt)
    return { runs: [toRun(id)], faults: [] }
  }

  async aborted(): Promise<Played> {
    const id = await this.server.create('aborted')
    await this.server.post(id, SCENES.aborted.prompt)
    const faults = await untilHeld(this.stage, 'abort')
    await this.server.abort(id)
    return { runs: [runs.heldRun('abort', id)], faults }
  }

  async continued(): Promise<Played> {
    const { server } = this
    const id = await server.create('continued')
    await server.prompt(id, SCENES.continuedOverServer.prompt)
    await server.prompt(id, SCENES.continuedOverServer.next)
    return { runs: [runs.continuedRun('one', id)], faults: [] }
  }

  async forked(original: string): Promise<Played> {
    const fork = await this.server.fork(original)
    await this.server.prompt(fork, SCENES.forkedOverServer.prompt)
    return { runs: [runs.forkedRun('three', fork, original)], faults: [] }
  }

  async background(): Promise<Played> {
    const { server, stage } = this
    const id = await server.create('background')
    await server.prompt(id, SCENES.background.prompt)
    await stage.model.gates.reached('aside')
    const child = stage.witness.callWith('ASIDE-1')?.child ?? ''
    const run = runs.backgroundRun(id)
    const isAtWork = 'the background agent at work after its parent has ended its turn'
    const faults = await untilShown(stage.watch, run.uri, child, isAtWork, ({ phase }) => phase === 'running')
    stage.model.gates.open('aside')
    await server.events.until((events) => hasEnded(events, id, 2))
    return { runs: [run], faults }
  }

  async notAside(): Promise<Played> {
    const { server, stage } = this
    const id = await server.create('background')
    const ended = server.prompt(id, SCENES.background.prompt)
    await stage.model.gates.reached('aside')
    stage.model.gates.open('aside')
    await ended
    return { runs: [runs.asideRun(id)], faults: [] }
  }

  async permission(): Promise<Played> {
    const { server, stage } = this
    const id = await server.create('permission')
    const ended = server.prompt(id, SCENES.permission.prompt)
    // `updated`: so called before 1.1.
    const asked = await server.events.event(({ type }) => type === 'permission.asked' || type === 'permission.updated')
    const run = runs.permissionRun(id)
    const child = String(asked.properties['sessionID'])
    const shows = (what: string, isDue: boolean) =>
      untilShown(stage.watch, run.uri, child, what, (agent) => (agent.waitingFor === 'permission') === isDue)
    const faults = await shows('the agent waits for a permission', true)
    const request = String(asked.properties['id'])
    await (asked.type === 'permission.asked' ? server.allow(request) : server.respond(child, request))
    faults.push(...(await shows('the agent waits no longer', false)))
    await ended
    return { runs: [run], faults }
  }

  async question(): Promise<Played> {
    const { server, stage } = this
    const id = await server.create('question')
    const ended = server.prompt(id, SCENES.question.prompt)
    const asked = await server.events.event(({ type }) => type === 'question.asked')
    const run = runs.questionRun(id)
    const shows = (what: string, isDue: boolean) =>
      untilShown(stage.watch, run.uri, id, what, (agent) => (agent.waitingFor === 'question') === isDue)
    const faults = await shows('the session waits for an answer', true)
    await server.answer(String(asked.properties['id']), 'Blue')
    faults.push(...(await shows('the session waits no longer', false)))
    await ended
    return { runs: [run], faults }
  }
}

/** The session has ended so many turns and is at rest. */
function hasEnded(events: readonly ServerEvent[], id: string, turns: number): boolean {
  const ends = new Set<unknown>()
  let isIdle = false
  for (const { type, properties } of events) {
    const info = properties['info'] as
      | { readonly id?: unknown; readonly sessionID?: unknown; readonly finish?: unknown }
      | undefined
    const status = properties['status'] as { readonly type?: unknown } | undefined
    if (type === 'message.updated' && info?.sessionID === id && info.finish === 'stop') ends.add(info.id)
    if (type === 'session.status' && properties['sessionID'] === id) isIdle = status?.type === 'idle'
  }
  return isIdle && ends.size >= turns
}
