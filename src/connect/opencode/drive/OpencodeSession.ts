import type { ActFault, DrivenAsk, DrivenSession, DrivenState } from '../../../core/drive/driver'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import type { ThreadState } from '../../../core/liveChannel'
import type { PartialText } from '../../../core/partialText'
import { asId, asObject, type Json } from '../../../core/readJson'
import type { AskAnswer } from '../../../shared/drive/ask'
import { fail, ok, type Result } from '../../../shared/result'
import type { Clock } from '../../clock'
import { createListeners } from '../../listeners'
import { EventFold } from './EventFold'
import type { EventHub } from './eventHub'
import { findCopy } from './findCopy'
import { readSnapshot } from './readSnapshot'
import type { DoorFault, ServeDoor } from './ServeDoor'

export interface OpencodeSessionOptions {
  readonly held: HeldProcess
  readonly door: ServeDoor
  /** Null: whatever a person opens in the terminal whose server this is. It is answered from here, told there. */
  readonly session: string | null
  /** What the session is part of: itself, or the run of a sub-agent. */
  readonly run: string | null
  readonly folder: string
  readonly agent: string | null
  readonly model: string | null
  readonly clock: Clock
  readonly hub: EventHub
  /** Said once it listens: `to` a session, or to the copy that it makes of one. */
  readonly firstWords?: { readonly text: string } & (
    | { readonly to: string }
    | { readonly copyOf: string; readonly since: number }
  )
}

type Acted = Promise<Result<undefined, ActFault>>

const TOLD_THERE = 'It runs in a terminal: type there.'
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const CHANGING = new Set(['session.status', 'session.idle', 'session.error', 'session.created', 'message.updated'])

/** A session of a server of ours, steered over HTTP. What it does is the server's to tell: after a restart of ours we ask again. */
export class OpencodeSession implements DrivenSession {
  readonly #options: OpencodeSessionOptions
  readonly #fold: EventFold
  readonly #changes = createListeners()
  readonly #stops: (() => void)[] = []
  #connecting = 0
  /** Until the server is asked once more. */
  #stopWaiting = (): void => undefined
  #isEnding = false
  #unsaid: OpencodeSessionOptions['firstWords']
  /** Heard while the server is asked: newer than its answers, or the same. Null: nothing is asked. */
  #heardMeanwhile: (readonly [type: string, properties: Json])[] | null = null

  constructor(options: OpencodeSessionOptions) {
    const { held, door, session, run, clock, hub } = options
    this.#options = options
    this.#unsaid = options.firstWords
    this.#fold = new EventFold(session, run, clock.now())
    const stopHearing = hub.hear(door, clock, {
      onOpen: () => void this.#connect(FIRST_WAIT_MS),
      onEvent: (type, properties) => this.#hear(type, properties),
      onLost: () => {
        this.#disconnect()
        this.#fold.lost(clock.now())
        this.#changes.raise()
      },
    })
    const stopWatching = held.onChange(() => {
      // Whoever takes its port must not be sent our password.
      if (!held.isRunning()) {
        stopHearing()
        this.#disconnect()
      }
      this.#changes.raise()
    })
    this.#stops.push(stopHearing, stopWatching, () => this.#disconnect())
  }

  /** Where its server listens. */
  get url(): string {
    return this.#options.door.url
  }

  state(): DrivenState {
    return this.#fold.state()
  }

  threads(): ReadonlyMap<string, ThreadState> {
    return this.#options.held.isRunning() ? this.#fold.threads(this.#options.held.pid) : new Map()
  }

  /** The server's events tell them to every page, of ours or not. */
  partials(): readonly PartialText[] {
    return []
  }

  onPartial(): () => void {
    return () => undefined
  }

  asks(): readonly DrivenAsk[] {
    return this.#options.held.isRunning() ? this.#fold.asks() : []
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener)
  }

  async send(text: string): Acted {
    const { session, clock } = this.#options
    if (session === null) return fail({ message: TOLD_THERE })
    this.#fold.sent(clock.now())
    this.#changes.raise()
    const sent = await this.#prompt(session, text)
    if (!sent.ok) this.#fold.unsent(clock.now())
    this.#changes.raise()
    return sent
  }

  async unqueue(): Acted {
    return fail({ message: 'OpenCode takes messages at once: there is nothing to take back.' })
  }

  /** Its own turn, which takes along those it waits for; where only its agents are left at work, theirs. */
  async interrupt(reach: 'turn' | 'all' = 'turn'): Acted {
    const { session } = this.#options
    if (session === null) return fail({ message: TOLD_THERE })
    const working = this.#fold.working()
    if (reach === 'all') return this.#abortAll(session, working)
    const meant = working.includes(session) || working.length === 0 ? [session] : working
    const stopped = await Promise.all(meant.map((one) => this.stopAgent(one)))
    return stopped.find(({ ok }) => !ok) ?? ok(undefined)
  }

  stopAgent(agent: string): Acted {
    return this.#post(`/session/${encodeURIComponent(agent)}/abort`)
  }

  async answer(ask: string, answer: AskAnswer): Acted {
    const asked = this.#fold.asks().find(({ id }) => id === ask)
    if (!asked) return fail({ message: 'It is no longer asked.' })
    const id = encodeURIComponent(ask)
    if (asked.kind === 'question') {
      if (answer.kind === 'option') return this.#post(`/question/${id}/reject`)
      return this.#post(`/question/${id}/reply`, { answers: asked.questions.map((one) => answer.answers[one.id] ?? []) })
    }
    if (answer.kind !== 'option') return fail({ message: 'This is no question: allow it or deny it.' })
    if (!asked.options.some((option) => option.id === answer.option)) return fail({ message: 'This answer is not offered.' })
    const message = answer.message?.trim() ?? ''
    const words = answer.option === 'reject' && message !== '' ? { message } : {}
    return this.#post(`/permission/${id}/reply`, { reply: answer.option, ...words })
  }

  async setMode(): Acted {
    return fail({ message: 'OpenCode takes its rules with a new run.' })
  }

  hindrance(act: Parameters<DrivenSession['hindrance']>[0]): string | null {
    if (!this.#options.held.isRunning()) return 'its server has ended'
    if (this.#options.session === null && (act === 'send' || act === 'interrupt')) return TOLD_THERE
    if (act === 'send' && this.#isEnding) return 'it ends when its work is done'
    if (act === 'unqueue') return 'OpenCode takes messages at once'
    if (act === 'setMode') return 'OpenCode takes its rules with a new run'
    return act === 'interrupt' && this.#fold.phase() !== 'working' ? 'nothing is running' : null
  }

  /** The server goes on for other sessions; this one is over when nothing of it works or asks any more. */
  end(): Promise<void> {
    this.#isEnding = true
    return Promise.resolve()
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop()
    this.#changes.clear()
  }

  /** Itself first, which takes along those it waits for, and once more after its agents: the end of one of them may wake it. */
  async #abortAll(session: string, working: readonly string[]): Acted {
    const abort = (one: string) => this.#ask(`/session/${encodeURIComponent(one)}/abort`)
    const own = await abort(session)
    // Nobody answers: the same would be waited for with each of its agents.
    if (!own.ok && own.failure.status === null) return fail({ message: own.failure.message })
    const agents = await Promise.all(working.filter((one) => one !== session).map(abort))
    const all = agents.length === 0 ? [own] : [...agents, await abort(session)]
    // One that was deleted could never be stopped, and would stay in the list for ever.
    const refused = all.find((one) => !one.ok && one.failure.status !== 404)
    return refused?.ok === false ? fail({ message: refused.failure.message }) : ok(undefined)
  }

  #prompt(session: string, text: string): Acted {
    const { agent, model } = this.#options
    const body = { ...(agent === null ? {} : { agent }), ...modelOf(model), parts: [{ type: 'text', text }] }
    return this.#post(`/session/${encodeURIComponent(session)}/prompt_async`, body)
  }

  /** What it made before it was heard is found by its title and time, and only where there is no other like it. */
  async #greet(): Promise<void> {
    const words = this.#unsaid
    if (!words) return
    const { door, folder } = this.#options
    await this.#sayFirst('to' in words ? words.to : await findCopy(door, folder, words))
  }

  /** Its own screen takes no prompt along to a session that is there already. */
  async #sayFirst(session: string | null): Promise<void> {
    const words = this.#unsaid
    if (!words || session === null) return
    // Before anything is awaited: never said twice.
    this.#unsaid = undefined
    const said = await this.#prompt(session, words.text)
    if (!said.ok) this.#fold.failed(`Your message did not reach it: ${said.failure.message}`)
    this.#changes.raise()
  }

  /** Everything that happened before the stream was open is asked for; what comes meanwhile is newer and is heard after it. */
  async #connect(waitMs: number): Promise<void> {
    const turn = ++this.#connecting
    this.#stopWaiting()
    const meanwhile: (readonly [type: string, properties: Json])[] = []
    this.#heardMeanwhile = meanwhile
    const { door, folder, clock } = this.#options
    const { snapshot, isWhole } = await readSnapshot(door, folder, this.#fold)
    if (turn !== this.#connecting) return
    // It would grow with every event as long as nobody answers.
    this.#heardMeanwhile = null
    // Else what it asks and does would stay unknown for as long as the stream holds.
    if (!isWhole) this.#stopWaiting = clock.after(waitMs, () => void this.#connect(Math.min(waitMs * 2, LONGEST_WAIT_MS)))
    if (snapshot === null) return
    this.#fold.connected(snapshot, clock.now())
    for (const [type, properties] of meanwhile) this.#fold.hear(type, properties, clock.now())
    this.#changes.raise()
    await this.#greet()
  }

  /** What is still being asked must not be taken for what is now. */
  #disconnect(): void {
    this.#connecting++
    this.#heardMeanwhile = null
    this.#stopWaiting()
  }

  #hear(type: string, properties: Json): void {
    this.#heardMeanwhile?.push([type, properties])
    const made = type === 'session.created' ? asObject(properties['info']) : null
    if (made && asId(made['parentID']) === null && this.#unsaid && 'copyOf' in this.#unsaid) void this.#sayFirst(asId(made['id']))
    this.#fold.hear(type, properties, this.#options.clock.now())
    if (CHANGING.has(type) || type.startsWith('permission.') || type.startsWith('question.')) this.#changes.raise()
  }

  async #ask(path: string, body?: Json): Promise<Result<unknown, DoorFault>> {
    const { held, door, folder } = this.#options
    return held.isRunning() ? door.post(path, folder, body) : fail({ status: null, message: 'Its server has ended.' })
  }

  async #post(path: string, body?: Json): Acted {
    const done = await this.#ask(path, body)
    if (done.ok) return ok(undefined)
    return fail({
      message: done.failure.status === 404 ? 'It is no longer there: it was answered or ended elsewhere.' : done.failure.message,
    })
  }
}

/** `provider/model`, where the model's own name may hold more strokes. */
function modelOf(model: string | null): Json {
  const cut = model?.indexOf('/') ?? -1
  if (model === null || cut < 0) return {}
  return { model: { providerID: model.slice(0, cut), modelID: model.slice(cut + 1) } }
}
