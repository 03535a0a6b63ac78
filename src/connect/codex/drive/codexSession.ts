import type { ActFault, DrivenAsk, DrivenSession, DrivenState } from '../../../core/drive/driver'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { isAtLeast } from '../../../core/isAtLeast'
import type { ThreadState } from '../../../core/liveChannel'
import type { PartialText } from '../../../core/partialText'
import { asId, asText, type Json } from '../../../core/readJson'
import type { AskAnswer } from '../../../shared/drive/ask'
import { fail, ok, type Result } from '../../../shared/result'
import type { Clock } from '../../clock'
import { createListeners } from '../../listeners'
import { PendingRequests } from '../../PendingRequests'
import { createPartialTexts } from '../../partialTexts'
import { resultOf } from './offerAnswers'
import { collaboration, permissionMode, settingsOf } from './permissionModes'
import { stopWithAgents } from './stopWithAgents'
import { trustOf } from './trustOf'
import { WireEar } from './WireEar'
import { WireFold } from './WireFold'
import { answerLine, readWireLine, refusalLine } from './wireLine'

export interface CodexSessionOptions {
  readonly held: HeldProcess
  readonly clock: Clock
  readonly newId: () => string
  /** Its permission mode; null: not known. */
  readonly mode: string | null
}

type Acted = Promise<Result<undefined, ActFault>>

/** Not seen in older ones. */
const SETS_MODE = [0, 169]

/** Reading a long thread takes its time. */
const OPENING_MS = 60_000

export async function openCodexSession(options: CodexSessionOptions): Promise<CodexSession> {
  const session = new CodexSession(options)
  await session.open()
  return session
}

/** How the server refuses words for a turn that is over. */
const NO_TURN = 'no active turn'

/** A thread of an app-server of our own, steered by JSON-RPC. All that is known of it follows from the lines of both sides. */
export class CodexSession implements DrivenSession {
  readonly #held: HeldProcess
  readonly #clock: Clock
  readonly #fold: WireFold
  readonly #changes = createListeners()
  readonly #partialNews = createListeners<string>()
  readonly #partials
  readonly #ear: WireEar
  readonly #requests: PendingRequests
  readonly #stops: (() => void)[] = []
  /** Requests that nobody has looked at yet. */
  readonly #strangers = new Set<string>()
  #isCaughtUp = false
  #isEnding = false
  #isInputOver = false

  constructor({ held, clock, newId, mode }: CodexSessionOptions) {
    this.#held = held
    this.#clock = clock
    this.#fold = new WireFold(held.startedAt, mode)
    this.#partials = createPartialTexts(clock, (thread) => this.#partialNews.raise(thread))
    this.#ear = new WireEar(this.#partials)
    this.#requests = new PendingRequests(clock, { newId, write: (line) => this.#write(line) })
  }

  async open(): Promise<void> {
    for (const { at, line } of await this.#held.written()) {
      const said = readWireLine(line)
      if (said) this.#fold.wrote(said, at)
    }
    const decoder = new TextDecoder()
    this.#stops.push(
      this.#held.follow(
        (bytes, isOld) => this.#hear(decoder.decode(bytes), isOld),
        () => this.#catchUp(),
      ),
      this.#held.onChange(() => {
        if (!this.#held.isRunning()) this.#requests.close()
        this.#changes.raise()
      }),
    )
  }

  /** Introduces us and opens the thread. */
  async begin(method: 'thread/start' | 'thread/resume' | 'thread/fork', params: Json): Acted {
    const clientInfo = { name: 'understory', title: 'Understory', version: '1' }
    const met = await this.#ask('initialize', { clientInfo, capabilities: { experimentalApi: true } })
    if (!met.ok) return met
    const told = await this.#write(JSON.stringify({ method: 'initialized' }))
    if (!told.ok) return told
    const opened = await this.#ask(method, { ...params, ...(await this.#trust(method, params)) }, OPENING_MS)
    return opened.ok ? ok(undefined) : opened
  }

  async #trust(method: string, params: Json): Promise<Json> {
    const folder = asText(params['cwd'])
    if (method !== 'thread/start' || folder === null) return {}
    const read = await this.#ask('config/read', { includeLayers: false, cwd: folder })
    return trustOf(read.ok ? read.value : {}, folder)
  }

  state(): DrivenState {
    return this.#fold.state()
  }

  threads(): ReadonlyMap<string, ThreadState> {
    return this.#held.isRunning() ? this.#fold.threads(this.#held.pid) : new Map()
  }

  partials(thread: string): readonly PartialText[] {
    return this.#partials.of(thread)
  }

  onPartial(listener: (thread: string) => void): () => void {
    return this.#partialNews.add(listener)
  }

  asks(): readonly DrivenAsk[] {
    return this.#held.isRunning() ? this.#fold.asks() : []
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener)
  }

  /** Into the turn that runs, where one does: another start would be taken for it, and lost as a turn of its own. */
  async send(text: string): Acted {
    const { run, mode, model } = this.#fold.state()
    if (run === null) return fail({ message: 'The thread is not open yet.' })
    const way = permissionMode(mode)?.isPlan === true && model !== null ? collaboration(true, model) : {}
    const input = inputOf(text)
    if (this.#fold.turn(run) !== null) {
      const steered = await this.#say(run, text)
      if (steered.ok) return steered
      // It may have ended on the way, and the word of that may come after the refusal.
      if (this.#fold.turn(run) !== null && !steered.failure.message.includes(NO_TURN)) return steered
    }
    const started = await this.#ask('turn/start', { threadId: run, input, ...way })
    return started.ok ? ok(undefined) : started
  }

  /** Into a turn that is open. */
  async #say(thread: string | null, text: string): Acted {
    const turn = this.#fold.turn(thread)
    if (turn === null) return fail({ message: 'It is in no turn that could hear it.' })
    const steered = await this.#ask('turn/steer', { threadId: thread, expectedTurnId: turn, input: inputOf(text) })
    return steered.ok ? ok(undefined) : steered
  }

  async unqueue(): Acted {
    return fail({ message: 'Codex takes messages at once: there is nothing to take back.' })
  }

  /** Its own turn; where only its agents are left at work, theirs. */
  async interrupt(): Acted {
    const open = this.#fold.openThreads()
    const run = this.#fold.state().run ?? ''
    const stopped = await Promise.all((open.includes(run) || open.length === 0 ? [run] : open).map((one) => this.#cutShort(one)))
    return stopped.find(({ ok }) => !ok) ?? ok(undefined)
  }

  stopAgent(agent: string): Acted {
    return stopWithAgents(agent, this.#fold, (thread) => this.#cutShort(thread))
  }

  async #cutShort(thread: string): Acted {
    const turn = this.#fold.turn(thread)
    if (turn === null) return fail({ message: 'It is in no turn that could be interrupted.' })
    const stopped = await this.#ask('turn/interrupt', { threadId: thread, turnId: turn })
    // It may have ended on the way.
    return stopped.ok || this.#fold.turn(thread) !== turn ? ok(undefined) : stopped
  }

  async answer(ask: string, answer: AskAnswer): Acted {
    const request = this.#fold.request(ask)
    if (!request) return fail({ message: 'It is no longer asked.' })
    const result = resultOf(request, answer)
    if (!result.ok) return fail({ message: result.failure })
    const words = answer.kind === 'option' ? (answer.message?.trim() ?? '') : ''
    if (words !== '') {
      const told = await this.#say(asId(request.params['threadId']), words)
      if (!told.ok) return fail({ message: `${told.failure.message} Deny it without words.` })
    }
    return this.#write(answerLine(request.id, result.value))
  }

  async setMode(wanted: string): Acted {
    const { run, model } = this.#fold.state()
    const mode = permissionMode(wanted)
    if (mode?.says === null) return fail({ message: 'Only a new run takes its mode from your settings: choose one by name.' })
    if (!mode || run === null || model === null) return fail({ message: 'There is no such mode, or no open thread.' })
    const set = await this.#ask('thread/settings/update', { threadId: run, ...settingsOf(mode.says, mode.isPlan, model) })
    return set.ok ? ok(undefined) : set
  }

  hindrance(act: Parameters<DrivenSession['hindrance']>[0]): string | null {
    if (!this.#held.isRunning()) return 'the run has ended'
    if (!this.#held.isHeld()) return 'its input is lost: it finishes by itself'
    const { run } = this.#fold.state()
    if (run === null) return 'the thread is not open yet'
    if (this.#isEnding && act === 'send') return 'it ends when its turns are over'
    if (act === 'interrupt') return this.#fold.openThreads().length === 0 ? 'nothing is running' : null
    if (act === 'unqueue') return 'Codex takes messages at once'
    if (act !== 'setMode' || isAtLeast(this.#fold.release, SETS_MODE) === true) return null
    return 'this release of Codex takes its permissions with a new run'
  }

  /** The server does not wait for turns once its input has ended. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#endWhenIdle()
  }

  async hearOthers(): Promise<void> {
    for (const { at, line } of await this.#held.written()) {
      const said = readWireLine(line)
      if (said?.kind === 'answer') this.#fold.wrote(said, at)
    }
    this.#endWhenIdle()
    this.#changes.raise()
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop()
    this.#requests.close()
    this.#partials.clear()
    this.#changes.clear()
    this.#partialNews.clear()
  }

  #hear(text: string, isOld: boolean): void {
    const line = readWireLine(text)
    if (!line) return
    this.#fold.hear(line, isOld ? this.#held.startedAt : this.#clock.now())
    if (line.kind === 'answer') this.#requests.hear(idOf(line), line.error, line.result)
    if (line.kind === 'notice' && !isOld) this.#ear.hear(line.method, line.params)
    if (line.kind === 'request') this.#strangers.add(line.id)
    if (this.#isCaughtUp) this.#catchUp()
  }

  #endWhenIdle(): void {
    if (!this.#isEnding || this.#isInputOver || !this.#isCaughtUp || this.#fold.isAtWork()) return
    this.#isInputOver = true
    void this.#held.endInput()
  }

  #catchUp(): void {
    this.#isCaughtUp = true
    this.#refuseStrangers()
    this.#endWhenIdle()
    this.#changes.raise()
  }

  /** What no person can answer would hold the turn up for ever. Approvals and questions are never among it. */
  #refuseStrangers(): void {
    for (const id of this.#strangers) {
      this.#strangers.delete(id)
      if (this.#fold.request(id) === null && !this.#fold.isAnswered(id) && !this.#fold.isResolved(id)) {
        void this.#write(refusalLine(id, 'this client cannot show such a request'))
      }
    }
  }

  #ask(method: string, params: Json, patienceMs?: number): ReturnType<PendingRequests['ask']> {
    return this.#requests.ask(method, (id) => JSON.stringify({ id, method, params }), patienceMs)
  }

  async #write(line: string): Acted {
    const said = readWireLine(line)
    // A turn that is asked for counts at once: between the wish and its answer nothing is idle.
    const isWish = said?.kind === 'request'
    if (isWish) this.#fold.wrote(said, this.#clock.now())
    const written = await this.#held.write(line)
    if (!written.ok) {
      if (isWish) this.#fold.unwrote(said.id)
      return fail({ message: written.failure.message })
    }
    if (said && !isWish) this.#fold.wrote(said, this.#clock.now())
    this.#changes.raise()
    return ok(undefined)
  }
}

function inputOf(text: string): readonly Json[] {
  return [{ type: 'text', text, text_elements: [] }]
}

/** Ours are texts; the wire line holds them as JSON. */
function idOf({ id }: { readonly id: string }): string {
  const value: unknown = JSON.parse(id)
  return typeof value === 'string' ? value : id
}
