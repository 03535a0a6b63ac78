import type { DrivenAsk, DrivenState } from '../../../core/drive/driver'
import type { ThreadState } from '../../../core/liveChannel'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { oneLine } from '../../oneLine'
import { Refusals } from '../../Refusals'
import { OpenPatches } from './OpenPatches'
import { CONFIGURED, modeOfSettings } from './permissionModes'
import { readAsk } from './readAsk'
import { ThreadParents } from './ThreadParents'
import type { WireLine } from './wireLine'
import { type Wish, wishOf } from './wishOf'

type Request = Extract<WireLine, { kind: 'request' }>

interface OpenAsk {
  readonly request: Request
  readonly ask: DrivenAsk
}

const OPENS = new Set(['thread/start', 'thread/resume', 'thread/fork'])

/**
 * What a conversation with an app-server amounts to. After a restart all that was written is told first and all that was heard then: so
 * nothing here may depend on how lines of the two directions follow one another.
 */
export class WireFold {
  #run: string | null = null
  #hasAnswered = false
  #since: number
  #model: string | null = null
  #trouble: string | null = null
  /** Open turns by thread. */
  readonly #turns = new Map<string, string>()
  readonly #status = new Map<string, Json>()
  readonly #asks = new Map<string, OpenAsk>()
  readonly #answered = new Set<string>()
  readonly #refusals = new Refusals()
  readonly #resolved = new Set<string>()
  /** Our requests by id, those without an answer yet. */
  readonly #asked = new Map<string, Wish>()
  /** Of them those that begin a turn and have no answer yet. */
  readonly #beginning = new Set<string>()
  /** Turns that are over: their beginning may be answered later. */
  readonly #over = new Set<string>()
  #mode: string | null
  #release: string | null = null
  readonly #patches = new OpenPatches()
  readonly #parents = new ThreadParents()

  constructor(at: number, mode: string | null) {
    this.#since = at
    this.#mode = mode
  }

  wrote(line: WireLine, at: number): void {
    if (line.kind === 'request') this.#noteWish(line, at)
    else if (line.kind === 'answer') {
      this.#refusals.answered(line.id, line.error !== null)
      this.#answered.add(line.id)
      this.#asks.delete(line.id)
    }
  }

  /** It never reached the server. */
  unwrote(id: string): void {
    this.#beginning.delete(id)
  }

  hear(line: WireLine, at: number): void {
    const before = this.phase()
    this.#hasAnswered = true
    switch (line.kind) {
      case 'answer':
        this.#noteAnswer(line)
        break
      case 'request':
        this.#noteRequest(line, at)
        break
      case 'notice':
        this.#noteNotice(line.method, line.params)
        break
      default:
        line satisfies never
    }
    if (this.phase() !== before) this.#since = (line.kind === 'notice' ? line.at : null) ?? at
  }

  phase(): DrivenState['phase'] {
    if (!this.#hasAnswered || (this.#run === null && this.#trouble === null)) return 'starting'
    if (this.#run === null) return 'failed'
    return this.isAtWork() ? 'working' : 'idle'
  }

  state(): DrivenState {
    return {
      run: this.#run,
      phase: this.phase(),
      since: this.#since,
      model: this.#model,
      mode: this.#mode,
      queued: [],
      // Only its agents work: words for it are a turn of their own.
      midTurn: this.turn(this.#run) !== null || this.#beginning.size > 0 ? 'joins' : 'begins',
      trouble: this.#trouble ?? this.#refusals.words(),
    }
  }

  /** Of the server; null: not told yet. */
  get release(): string | null {
    return this.#release
  }

  /** Somebody, be it an agent alone, is in a turn, is about to be, or asks. */
  isAtWork(): boolean {
    return this.#turns.size > 0 || this.#beginning.size > 0 || this.#asks.size > 0
  }

  /** Those in a turn. */
  openThreads(): readonly string[] {
    return [...this.#turns.keys()]
  }

  /** The open turn of a thread; null: none is known. */
  turn(thread: string | null): string | null {
    return thread === null ? null : (this.#turns.get(thread) ?? null)
  }

  /** A thread of an agent, called by the other or by one below it. */
  isBelow(thread: string, ancestor: string): boolean {
    return this.#parents.isBelow(thread, ancestor)
  }

  asks(): readonly DrivenAsk[] {
    return [...this.#asks.values()].map(({ ask }) => ask)
  }

  request(ask: string): Request | null {
    return this.#asks.get(ask)?.request ?? null
  }

  isAnswered(id: string): boolean {
    return this.#answered.has(id)
  }

  /** The server needs no answer any more. */
  isResolved(id: string): boolean {
    return this.#resolved.has(id)
  }

  threads(pid: number | null): ReadonlyMap<string, ThreadState> {
    const threads = new Map<string, ThreadState>()
    const put = (thread: string, activity: ThreadState['activity'], rest: Partial<ThreadState> = {}): void => {
      threads.set(thread, { activity, waitingFor: null, message: null, retryAt: null, pid, ...rest })
    }
    if (this.#run !== null) put(this.#run, this.#turns.has(this.#run) ? 'busy' : 'idle')
    for (const [thread, status] of this.#status) if (status['type'] === 'active') put(thread, 'busy')
    for (const thread of this.#turns.keys()) put(thread, 'busy')
    for (const { ask } of this.#asks.values()) {
      const thread = ask.agent ?? this.#run
      if (thread === null || threads.get(thread)?.activity === 'waiting') continue
      const waitingFor = ask.kind === 'question' ? 'question' : 'permission'
      put(thread, 'waiting', { waitingFor, message: oneLine(`${ask.tool ?? ''}: ${ask.detail}`) })
    }
    return threads
  }

  #noteAnswer({ id, result, error }: Extract<WireLine, { kind: 'answer' }>): void {
    const wish = this.#asked.get(id)
    if (!wish) return
    this.#asked.delete(id)
    const { method, thread, mode } = wish
    if (method === 'initialize') this.#release = /\/(\d+\.\d+\.\d+)/.exec(asText(result['userAgent']) ?? '')?.[1] ?? null
    if (OPENS.has(method)) {
      if (error !== null) this.#trouble = error
      this.#run = asId(asObject(result['thread'])?.['id']) ?? this.#run
      this.#model = asId(result['model']) ?? this.#model
      const told = { approvalPolicy: result['approvalPolicy'], sandboxPolicy: result['sandbox'] }
      // The mode that only plans has the same settings as one that reads.
      if (this.#mode === null || this.#mode === CONFIGURED) this.#mode = modeOfSettings(told)?.id ?? this.#mode
    }
    if (method === 'thread/settings/update' && error === null) this.#mode = mode ?? this.#mode
    if (method !== 'turn/start') return
    this.#beginning.delete(id)
    if (error !== null) this.#trouble = error
    this.#beginTurn(thread, asObject(result['turn']))
  }

  #noteWish(wish: Request, at: number): void {
    const before = this.phase()
    this.#asked.set(wish.id, wishOf(wish))
    if (wish.method === 'turn/start') this.#beginning.add(wish.id)
    if (this.phase() !== before) this.#since = at
  }

  #beginTurn(thread: string | null, turn: Json | null): void {
    const id = asId(turn?.['id'])
    if (thread === null || id === null || this.#over.has(id)) return
    this.#turns.set(thread, id)
    if (thread !== this.#run) return
    this.#trouble = null
    this.#refusals.forget(id)
  }

  #noteRequest(request: Request, at: number): void {
    const from = asId(request.params['serverName'])
    const words = asText(request.params['message'])
    this.#refusals.asked(request.id, [from ?? request.method, words].filter((part) => part !== null).join(': '))
    if (this.#answered.has(request.id)) return
    const startedAt = request.params['startedAtMs']
    const when = typeof startedAt === 'number' ? startedAt : at
    const ask = readAsk(request, this.#run, when, this.#patches.of(asId(request.params['itemId'])))
    if (ask) this.#asks.set(request.id, { request, ask })
  }

  #noteNotice(method: string, params: Json): void {
    const thread = asId(params['threadId'])
    switch (method) {
      case 'turn/started':
        return this.#beginTurn(thread, asObject(params['turn']))
      case 'turn/completed':
        return this.#endTurn(thread, asObject(params['turn']))
      case 'thread/status/changed': {
        const status = asObject(params['status'])
        if (thread !== null && status) this.#noteStatus(thread, status)
        return
      }
      case 'thread/closed':
        if (thread === null) return
        this.#status.delete(thread)
        return this.#patches.endThread(thread)
      case 'serverRequest/resolved':
        this.#resolve(JSON.stringify(params['requestId']))
        return
      case 'item/started':
        this.#beginTurn(thread, { id: params['turnId'] })
        this.#parents.note(thread, asObject(params['item']))
        return this.#noteItem(thread, asObject(params['item']))
      // Of the agent that a call begins, its id is told only when the call is through.
      case 'item/completed':
        this.#patches.end(asId(asObject(params['item'])?.['id']))
        return this.#parents.note(thread, asObject(params['item']))
      default:
    }
  }

  /** Old releases tell of their own thread alone when a turn begins and ends: of an agent’s, only by its items and this. */
  #noteStatus(thread: string, status: Json): void {
    this.#status.set(thread, status)
    const turn = this.#turns.get(thread)
    if (status['type'] === 'idle' && thread !== this.#run && turn !== undefined) this.#endTurn(thread, { id: turn })
  }

  #endTurn(thread: string | null, turn: Json | null): void {
    if (thread === null) return
    this.#turns.delete(thread)
    const ended = asId(turn?.['id'])
    if (ended !== null) this.#over.add(ended)
    this.#patches.endThread(thread)
    for (const [id, { request }] of this.#asks) if (request.params['threadId'] === thread) this.#resolve(id)
    if (thread !== this.#run) return
    const error = asText(asObject(turn?.['error'])?.['message'])
    this.#trouble = turn?.['status'] === 'failed' ? (error ?? 'The turn failed.') : null
  }

  #resolve(id: string): void {
    this.#resolved.add(id)
    this.#asks.delete(id)
  }

  #noteItem(thread: string | null, item: Json | null): void {
    if (!this.#patches.note(thread, item)) return
    // An approval may be asked before the patch that it speaks of is told.
    for (const { request, ask } of [...this.#asks.values()])
      if (request.params['itemId'] === item?.['id']) this.#noteRequest(request, Date.parse(ask.at))
  }
}
