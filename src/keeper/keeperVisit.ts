import type { HeldId } from '../shared/ids'
import { type Answered, type FromKeeper, keeperProtocol, ToKeeper } from '../shared/keeperMessages'
import type { LaunchFault } from '../shared/launchState'
import { fail, ok, type Result } from '../shared/result'
import type { HeldChild } from './heldChild'
import type { Holdings } from './holdings'
import type { LineSocket } from './lineSocket'
import type { FeedFollower } from './terminalFeed'

type Hello = Extract<ToKeeper, { kind: 'hello' }>
type Request = Exclude<ToKeeper, { kind: 'hello' | 'taken' | 'unfollow' }>
type Act = Extract<Request, { kind: 'write' | 'endInput' | 'signal' | 'resize' | 'stop' | 'keep' | 'follow' }>
export type FarewellRequest = Extract<Request, { kind: 'farewell' }>

export interface VisitHost {
  readonly holdings: Holdings
  isToken(text: string): boolean
  onWelcome(): void
  farewell(visit: KeeperVisit, request: FarewellRequest): Promise<void>
}

/** One engine's connection. A class: what it may ask depends on what it has said before. */
export class KeeperVisit {
  /** What it started itself. */
  readonly started = new Set<HeldId>()
  isWelcome = false
  graceMs = 0
  readonly #line: LineSocket
  readonly #host: VisitHost
  readonly #followers = new Map<number, FeedFollower>()

  constructor(line: LineSocket, host: VisitHost) {
    this.#line = line
    this.#host = host
  }

  tell(message: FromKeeper): void {
    this.#line.send(message)
  }

  close(): void {
    for (const follower of this.#followers.values()) follower.close()
    this.#followers.clear()
  }

  hear(raw: unknown): void {
    const parsed = ToKeeper.safeParse(raw)
    // Whoever does not speak as agreed is not listened to: half a request is worse than none.
    if (!parsed.success) return this.#line.destroy()
    const message = parsed.data
    if (message.kind === 'hello') return this.#greet(message)
    if (!this.isWelcome) return this.#line.destroy()
    if (message.kind === 'taken') return this.#followers.get(message.follow)?.taken(message.to)
    if (message.kind === 'unfollow') {
      this.#followers.get(message.follow)?.close()
      return void this.#followers.delete(message.follow)
    }
    const { id } = message
    void this.#answer(message).then(
      (result) =>
        this.tell(result.ok ? { kind: 'answer', id, value: result.value } : { kind: 'fault', id, fault: result.failure }),
      (error: unknown) => this.tell({ kind: 'fault', id, fault: { code: 'other', system: null, message: String(error) } }),
    )
  }

  #greet(hello: Hello): void {
    if (!this.#host.isToken(hello.token)) return this.#line.destroy()
    if (hello.protocol !== keeperProtocol) {
      this.tell({ kind: 'refused', message: 'Another version of this program holds what was launched; quit that one first.' })
      return this.#line.end()
    }
    this.isWelcome = true
    this.graceMs = hello.graceMs
    this.tell({ kind: 'welcome', pid: process.pid })
    this.#host.onWelcome()
  }

  async #answer(request: Request): Promise<Result<Answered, LaunchFault>> {
    const { holdings } = this.#host
    switch (request.kind) {
      case 'start': {
        if (Date.now() > request.until) return fail(tooLate)
        this.started.add(request.launch)
        const state = await holdings.start(request)
        return state.ok ? ok({ kind: 'state', state: state.value }) : state
      }
      case 'list':
        return ok({ kind: 'states', states: (await holdings.settled()).map((child) => child.state) })
      case 'forget':
        return done(holdings.forget(request.launch))
      case 'farewell':
        await this.#host.farewell(this, request)
        return done(ok(undefined))
      default: {
        const child = holdings.of(request.launch)
        return child ? await this.#act(child, request) : fail(notHeld)
      }
    }
  }

  async #act(child: HeldChild, request: Act): Promise<Result<Answered, LaunchFault>> {
    switch (request.kind) {
      case 'write': {
        const written = await child.write(request.text)
        return written.ok ? ok({ kind: 'written', written: written.value }) : written
      }
      case 'endInput':
        return done(child.endInput())
      case 'signal':
        return done(child.signal(request.signal, request.to))
      case 'resize':
        return done(child.resize(request.size))
      case 'stop':
        await this.#host.holdings.stop(child, request)
        return done(ok(undefined))
      case 'keep':
        child.note({ isKept: request.isKept })
        return done(ok(undefined))
      case 'follow':
        return done(this.#follow(child, request.id, request.from))
      default:
        return request satisfies never
    }
  }

  #follow({ feed }: HeldChild, follow: number, from: number): Result<void, LaunchFault> {
    if (!feed) return fail({ code: 'not_a_terminal', system: null, message: 'It runs without a terminal.' })
    const send = (at: number, bytes: Uint8Array): void => {
      const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
      this.tell({ kind: 'terminal', follow, at, data })
    }
    this.#followers.set(follow, feed.follow(from, send))
    return ok(undefined)
  }
}

const tooLate: LaunchFault = {
  code: 'other',
  system: null,
  message: 'It was asked for too long ago: nobody waits for it any more.',
}
const notHeld: LaunchFault = { code: 'not_held', system: null, message: 'Nobody holds its input any more.' }

function done(result: Result<void, LaunchFault>): Result<Answered, LaunchFault> {
  return result.ok ? ok({ kind: 'done' }) : result
}
