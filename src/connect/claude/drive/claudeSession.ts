import type { ActFault, DrivenAsk, DrivenSession, DrivenState } from '../../../core/drive/driver'
import type { HeldProcess } from '../../../core/drive/heldProcess'
import { isAtLeast } from '../../../core/isAtLeast'
import type { ThreadState } from '../../../core/liveChannel'
import type { PartialText } from '../../../core/partialText'
import type { Json } from '../../../core/readJson'
import type { AskAnswer } from '../../../shared/drive/ask'
import { fail, ok, type Result } from '../../../shared/result'
import type { Clock } from '../../clock'
import { createListeners } from '../../listeners'
import { PendingRequests } from '../../PendingRequests'
import { createPartialTexts } from '../../partialTexts'
import { PartialEar } from './PartialEar'
import { CONFIGURED } from './permissionModes'
import { StrangeRequests } from './StrangeRequests'
import { sayAnswer } from './sayAnswer'
import { TalkFold } from './TalkFold'
import { readTalkLine } from './talkLine'
import { UntoldAgents } from './UntoldAgents'
import { userLine } from './userLine'

export interface ClaudeSessionOptions {
  readonly held: HeldProcess
  readonly run: string
  readonly version: string
  readonly clock: Clock
  readonly newId: () => string
  /** Of an agent in the background of whose end no line tells. */
  readonly course: (agent: string) => Promise<'working' | 'over' | 'unseen'>
}

type Acted = Promise<Result<undefined, ActFault>>

/** A session is told at once that an agent in its background is over, and says so by a turn; not where it was told in an earlier one. */
const NOTICE_MS = 2000

/** Releases from here on answer wishes about one agent or one message. */
const ANSWERS_SINCE = [2, 1, 104]

/** A headless session, steered over its input and output. All that is known of it follows from their lines. */
export async function openClaudeSession(options: ClaudeSessionOptions): Promise<ClaudeSession> {
  const session = new ClaudeSession(options)
  await session.open()
  return session
}

export class ClaudeSession implements DrivenSession {
  readonly #held: HeldProcess
  readonly #clock: Clock
  readonly #newId: () => string
  readonly #version: string
  readonly #fold: TalkFold
  readonly #changes = createListeners()
  readonly #partialNews = createListeners<string>()
  readonly #partials
  readonly #ear: PartialEar
  readonly #requests: PendingRequests
  readonly #strangers: StrangeRequests
  readonly #stops: (() => void)[] = []
  readonly #untold: UntoldAgents
  #isCaughtUp = false
  #isEnding = false
  #isInputOver = false
  #cancelNotice: (() => void) | null = null

  constructor({ held, run, version, clock, newId, course }: ClaudeSessionOptions) {
    this.#held = held
    this.#clock = clock
    this.#newId = newId
    this.#version = version
    this.#fold = new TalkFold(run, held.startedAt)
    this.#partials = createPartialTexts(clock, (thread) => this.#partialNews.raise(thread))
    this.#ear = new PartialEar(this.#partials, run)
    this.#requests = new PendingRequests(clock, { newId, write: (line) => this.#write(line) })
    this.#strangers = new StrangeRequests((line) => void this.#write(line))
    this.#untold = new UntoldAgents(clock, course, (agent) => {
      this.#fold.loseAgent(agent, clock.now())
      this.#changed()
    })
  }

  /** What was written comes first: so that nothing that was answered is taken for open. */
  async open(): Promise<void> {
    for (const { at, line } of await this.#held.written()) {
      const said = readTalkLine(line)
      if (said) this.#fold.wrote(said, at)
    }
    const decoder = new TextDecoder()
    const onLine = (bytes: Uint8Array, isOld: boolean): void => this.#hear(decoder.decode(bytes), isOld)
    this.#stops.push(this.#held.follow(onLine, () => this.#catchUp()))
    this.#stops.push(
      this.#held.onChange(() => {
        if (!this.#held.isRunning()) this.#requests.close()
        this.#changes.raise()
      }),
    )
  }

  /** Asks it who it is: the only way to hear anything before the first message. Null: it did not say which process it is. */
  async greet(): Promise<number | null> {
    const answer = await this.#ask({ subtype: 'initialize', hooks: null })
    const pid = answer.ok ? answer.value['pid'] : null
    return typeof pid === 'number' ? pid : null
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

  send(text: string): Acted {
    return this.#write(userLine(text, this.#newId()))
  }

  async unqueue(id: string): Acted {
    const answer = await this.#ask({ subtype: 'cancel_async_message', message_uuid: id })
    if (!answer.ok) return answer
    if (answer.value['cancelled'] !== true) return fail({ message: 'It was too late: the message is being answered.' })
    return ok(undefined)
  }

  interrupt(reach: 'turn' | 'all' = 'turn'): Acted {
    return this.#control({ subtype: 'interrupt', ...(reach === 'all' ? { cancel_queued: true } : {}) })
  }

  stopAgent(agent: string): Acted {
    return this.#control({ subtype: 'stop_task', task_id: agent })
  }

  async setMode(mode: string): Acted {
    if (mode === CONFIGURED) return fail({ message: 'Only a new run takes its mode from your settings: choose one by name.' })
    return this.#control({ subtype: 'set_permission_mode', mode })
  }

  async answer(ask: string, answer: AskAnswer): Acted {
    const request = this.#fold.request(ask)
    if (!request) return fail({ message: 'It is no longer asked.' })
    const said = sayAnswer(request, answer)
    if (!said.ok) return fail({ message: said.failure })
    const response = { subtype: 'success', request_id: ask, response: said.value }
    return this.#write(JSON.stringify({ type: 'control_response', response }))
  }

  hindrance(act: Parameters<DrivenSession['hindrance']>[0]): string | null {
    if (!this.#held.isRunning()) return 'the run has ended'
    if (!this.#held.isHeld()) return 'its input is lost: it finishes by itself'
    if (this.#isEnding && act === 'send') return 'it ends when its work is done'
    if (act === 'interrupt') return this.#fold.phase() === 'working' ? null : 'nothing is running'
    const release = this.#fold.version() ?? this.#version
    const answers = isAtLeast(release, ANSWERS_SINCE) !== false
    if (act === 'stopAgent')
      return answers ? null : `Claude Code ${release} cannot stop one agent alone; Interrupt stops them all`
    if (act === 'unqueue') return answers ? null : `Claude Code ${release} cannot take a message back`
    return null
  }

  /** Once its input has ended it lets every prompt fail: so that it does when nothing works or asks any more. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#changed()
  }

  async hearOthers(): Promise<void> {
    for (const { at, line } of await this.#held.written()) {
      const said = readTalkLine(line)
      if (said?.kind === 'answered') this.#fold.wrote(said, at)
    }
    this.#changed()
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop()
    this.#untold.close()
    this.#cancelNotice?.()
    this.#requests.close()
    this.#partials.clear()
    this.#changes.clear()
    this.#partialNews.clear()
  }

  #hear(text: string, isOld: boolean): void {
    const line = readTalkLine(text)
    if (!line) return
    this.#fold.hear(line, isOld ? this.#held.startedAt : this.#clock.now())
    if (line.kind === 'answered') this.#requests.hear(line.id, line.isError ? (line.error ?? 'It refused.') : null, line.response)
    if (line.kind === 'message' && !isOld) this.#ear.hear(line.type, line.line)
    this.#strangers.hear(line, (id) => this.#fold.isAnswered(id) || this.#fold.request(id) !== null)
    if (this.#isCaughtUp) this.#changed()
  }

  #catchUp(): void {
    this.#isCaughtUp = true
    this.#strangers.catchUp()
    this.#changed()
  }

  #changed(): void {
    this.#untold.watch(this.#held.isRunning() ? this.#fold.untoldAgents() : [])
    this.#awaitNotice()
    if (this.#isEnding && !this.#isInputOver && this.#isCaughtUp && this.#fold.phase() === 'idle') {
      this.#isInputOver = true
      void this.#held.endInput()
    }
    this.#changes.raise()
  }

  #awaitNotice(): void {
    if (!this.#fold.isNoticeDue()) {
      this.#cancelNotice?.()
      this.#cancelNotice = null
      return
    }
    this.#cancelNotice ??= this.#clock.after(NOTICE_MS, () => {
      this.#cancelNotice = null
      this.#fold.giveUpNotice(this.#clock.now())
      this.#changed()
    })
  }

  async #write(line: string): Acted {
    const written = await this.#held.write(line)
    if (!written.ok) return fail({ message: written.failure.message })
    const said = readTalkLine(line)
    if (said) this.#fold.wrote(said, this.#clock.now())
    this.#changed()
    return ok(undefined)
  }

  #ask(request: Json & { readonly subtype: string }): ReturnType<PendingRequests['ask']> {
    return this.#requests.ask(request.subtype, (id) => JSON.stringify({ type: 'control_request', request_id: id, request }))
  }

  async #control(request: Json & { readonly subtype: string }): Acted {
    const answer = await this.#ask(request)
    return answer.ok ? ok(undefined) : answer
  }
}
