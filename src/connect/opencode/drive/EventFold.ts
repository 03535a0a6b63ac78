import type { DrivenAsk, DrivenState } from '../../../core/drive/driver'
import type { ThreadState } from '../../../core/liveChannel'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { oneLine } from '../../oneLine'
import { readPermission } from './readPermission'
import { readQuestion } from './readQuestion'

/** All that a server says of one session's family at one moment: what it says no more of is over. */
export interface Snapshot {
  /** By session; one that is not among them is idle. */
  readonly statuses: Json
  /** Null: not told; what was asked before still is. */
  readonly permissions: readonly Json[] | null
  readonly questions: readonly Json[] | null
}

/** What a server's events amount to for one session and those below it. Others' events leave no trace. */
export class EventFold {
  readonly #root: string | null
  readonly #run: string
  readonly #family = new Set<string>()
  readonly #status = new Map<string, Json>()
  readonly #asks = new Map<string, DrivenAsk>()
  #isConnected = false
  /** A message was sent of which the server has not spoken yet. */
  #isAwaited = false
  #since: number
  #trouble: string | null = null
  #model: string | null = null

  /**
   * `run`: the session that all of this is part of; another one where a sub-agent's session is steered.
   * `root` null: the server is a terminal's own, in which a person opens what they like; all of it is meant.
   */
  constructor(root: string | null, run: string | null, at: number) {
    this.#root = root
    // No session has this name: what is asked then names its own.
    this.#run = run ?? ''
    if (root !== null) this.#family.add(root)
    this.#since = at
  }

  /** The session's own descendants, met by their own record. */
  adopt(session: string, parent: string | null): void {
    if (parent !== null && this.#family.has(parent)) this.#family.add(session)
  }

  family(): ReadonlySet<string> {
    return this.#family
  }

  sent(at: number): void {
    this.#change(at, () => {
      this.#isAwaited = true
      this.#trouble = null
    })
  }

  /** It was not taken. */
  unsent(at: number): void {
    this.#change(at, () => {
      this.#isAwaited = false
    })
  }

  failed(trouble: string): void {
    this.#trouble = trouble
  }

  connected(snapshot: Snapshot, at: number): void {
    this.#change(at, () => {
      this.#isConnected = true
      this.#status.clear()
      for (const session of this.#root === null ? Object.keys(snapshot.statuses) : this.#family) {
        const status = asObject(snapshot.statuses[session])
        if (status) this.#status.set(session, status)
      }
      const before = new Map(this.#asks)
      for (const [id, { kind }] of before) {
        const told = kind === 'question' ? snapshot.questions : snapshot.permissions
        // A list that was not told says nothing of an end: somebody still waits for the answer.
        if (told !== null) this.#asks.delete(id)
      }
      for (const asked of snapshot.permissions ?? []) this.#ask(readPermission(asked, this.#run, at), before)
      for (const asked of snapshot.questions ?? []) this.#ask(readQuestion(asked, this.#run, at), before)
    })
  }

  lost(at: number): void {
    this.#change(at, () => {
      this.#isConnected = false
    })
  }

  hear(type: string, properties: Json, at: number): void {
    this.#change(at, () => this.#note(type, properties, at))
  }

  phase(): DrivenState['phase'] {
    if (!this.#isConnected && this.#status.size === 0) return 'starting'
    return this.#isTurnOpen() || this.#asks.size > 0 || [...this.#family].some((one) => this.#isBusy(one)) ? 'working' : 'idle'
  }

  /** The session and those below it whose turn is open. One that waits for an answer is in its turn, whatever is told of its status. */
  working(): readonly string[] {
    const asking = new Set([...this.#asks.values()].map(({ agent }) => agent ?? this.#run))
    const isOpen = (one: string): boolean => this.#isBusy(one) || asking.has(one) || (one === this.#root && this.#isTurnOpen())
    return [...this.#family].filter(isOpen)
  }

  state(): DrivenState {
    return {
      run: this.#run === '' ? null : this.#run,
      phase: this.phase(),
      since: this.#since,
      model: this.#model,
      mode: null,
      queued: [],
      // Its loop reads new messages before each step. Where only its agents work they are a turn of their own.
      midTurn: this.#isTurnOpen() ? 'joins' : 'begins',
      trouble: this.#trouble,
    }
  }

  asks(): readonly DrivenAsk[] {
    return [...this.#asks.values()]
  }

  threads(pid: number | null): ReadonlyMap<string, ThreadState> {
    const threads = new Map<string, ThreadState>()
    const put = (session: string, state: Partial<ThreadState> & Pick<ThreadState, 'activity'>): void => {
      threads.set(session, { waitingFor: null, message: null, retryAt: null, pid, ...state })
    }
    const isBusy = this.#isTurnOpen() || this.phase() === 'starting'
    if (this.#root !== null) put(this.#root, { activity: isBusy ? 'busy' : 'idle' })
    for (const [session, status] of this.#status) {
      const next = status['next']
      if (status['type'] === 'busy') put(session, { activity: 'busy' })
      else if (status['type'] === 'retry') {
        put(session, { activity: 'retry', message: asText(status['message']), retryAt: typeof next === 'number' ? next : null })
      }
    }
    for (const ask of this.#asks.values()) {
      const session = ask.agent ?? this.#run
      if (threads.get(session)?.activity === 'waiting') continue
      const waitingFor = ask.kind === 'question' ? 'question' : 'permission'
      put(session, { activity: 'waiting', waitingFor, message: oneLine(`${ask.tool ?? ''}: ${ask.detail}`) })
    }
    return threads
  }

  #note(type: string, properties: Json, at: number): void {
    const info = asObject(properties['info'])
    if (type === 'session.created' || type === 'session.updated') {
      const session = asId(info?.['id'])
      if (session !== null) this.adopt(session, asId(info?.['parentID']))
      return
    }
    const session = asId(properties['sessionID']) ?? asId(info?.['sessionID'])
    if (session === null || !this.#isMeant(session)) return
    switch (type) {
      case 'session.status':
        return this.#noteStatus(session, asObject(properties['status']))
      case 'session.idle':
        return this.#noteStatus(session, null)
      case 'session.error':
        return this.#noteError(session, asObject(properties['error']))
      case 'message.updated':
        if (session === this.#root) this.#model = asId(info?.['modelID']) ?? this.#model
        return
      case 'permission.asked':
        return this.#ask(readPermission(properties, this.#run, at))
      case 'question.asked':
        return this.#ask(readQuestion(properties, this.#run, at))
      case 'permission.replied':
      case 'question.replied':
      case 'question.rejected': {
        const id = asId(properties['requestID']) ?? asId(properties['permissionID'])
        if (id !== null) this.#asks.delete(id)
        return
      }
      default:
    }
  }

  #noteStatus(session: string, status: Json | null): void {
    if (session === this.#root) this.#isAwaited = false
    if (status === null || status['type'] === 'idle') {
      this.#status.delete(session)
      for (const [id, ask] of this.#asks) if ((ask.agent ?? this.#run) === session) this.#asks.delete(id)
    } else this.#status.set(session, status)
  }

  #noteError(session: string, error: Json | null): void {
    if (session !== this.#root) return
    this.#isAwaited = false
    // Said of an abort, which somebody wished.
    if (error?.['name'] === 'MessageAbortedError') return
    this.#trouble = asText(asObject(error?.['data'])?.['message']) ?? asText(error?.['name']) ?? 'The turn ended with an error.'
  }

  #ask(ask: DrivenAsk | null, before?: ReadonlyMap<string, DrivenAsk>): void {
    if (!ask || !this.#isMeant(ask.agent ?? this.#run)) return
    const known = before?.get(ask.id)
    this.#asks.set(ask.id, known ? { ...ask, at: known.at } : ask)
  }

  #isTurnOpen(): boolean {
    return this.#isAwaited || (this.#root !== null && this.#isBusy(this.#root))
  }

  #isMeant(session: string): boolean {
    return this.#root === null || this.#family.has(session)
  }

  #isBusy(session: string): boolean {
    const type = this.#status.get(session)?.['type']
    return type === 'busy' || type === 'retry'
  }

  #change(at: number, change: () => void): void {
    const before = this.phase()
    change()
    if (this.phase() !== before) this.#since = at
  }
}
