import type { DrivenAsk, DrivenState } from '../../../core/drive/driver'
import type { ThreadState } from '../../../core/liveChannel'
import { asId, asObject, asText, type Json } from '../../../core/readJson'
import { oneLine } from '../../oneLine'
import { Refusals } from '../../Refusals'
import { BackgroundAgents } from './BackgroundAgents'
import { MessageQueue } from './MessageQueue'
import { readAsk } from './readAsk'
import type { TalkLine } from './talkLine'

interface OpenAsk {
  readonly request: Json
  readonly ask: DrivenAsk
}

/** What was wished of the CLI, until it says yes. */
type Wish = { readonly kind: 'unqueue'; readonly message: string } | { readonly kind: 'mode'; readonly mode: string }

/**
 * What a conversation with the CLI amounts to. After a restart all that was written is told first and all that was heard then: so
 * nothing here may depend on how lines of the two directions follow one another.
 */
export class TalkFold {
  #run: string | null
  #hasAnswered = false
  #isInTurn = false
  #since: number
  #model: string | null = null
  #mode: string | null = null
  #version: string | null = null
  #trouble: string | null = null
  #pid: number | null = null
  readonly #messages = new MessageQueue()
  readonly #asks = new Map<string, OpenAsk>()
  readonly #wishes = new Map<string, Wish>()
  /** Answers that were heard before we had noted what was wished. */
  readonly #early = new Map<string, Json>()
  /** Of requests that we answered, this program or another of ours. */
  readonly #answered = new Set<string>()
  readonly #background = new BackgroundAgents()
  readonly #refusals = new Refusals()

  constructor(run: string | null, at: number) {
    this.#run = run
    this.#since = at
  }

  wrote(line: TalkLine, at: number): void {
    if (line.kind === 'answered') {
      this.#refusals.answered(line.id, line.isError)
      this.#noteAnswered(line.id, at)
    } else if (line.kind === 'asked') this.#noteWish(line.id, line.request)
    else if (line.kind === 'message' && line.type === 'user') this.#queue(line.line, at)
  }

  hear(line: TalkLine, at: number): void {
    this.#change(at, () => this.#hear(line, at))
  }

  #hear(line: TalkLine, at: number): void {
    switch (line.kind) {
      case 'asked':
        this.#noteAsk(line.id, line.request, at)
        break
      case 'withdrawn':
        this.#asks.delete(line.id)
        break
      case 'answered':
        // It repeats what it was answered, by whichever program of ours.
        if (this.#asks.has(line.id)) this.#noteAnswered(line.id, at)
        this.#noteAnswer(line.response)
        if (!line.isError) this.#noteWished(line.id, line.response)
        break
      case 'message':
        this.#noteMessage(line.type, line.line)
        break
      default:
        line satisfies never
    }
  }

  #change(at: number, change: () => void): void {
    const before = this.phase()
    change()
    if (this.phase() !== before) this.#since = at
  }

  /** Also while only agents behind it work or ask: who ended its input then would let their prompts fail. */
  phase(): DrivenState['phase'] {
    if (!this.#hasAnswered && !this.#isInTurn) return 'starting'
    const isBusy = this.#isTurnOpen() || this.#asks.size > 0 || this.#background.isAtWork()
    return isBusy ? 'working' : 'idle'
  }

  /** Agents in the background whose end no line will tell. */
  untoldAgents(): readonly string[] {
    return this.#background.untold()
  }

  /** Nothing more is expected of it. */
  loseAgent(agent: string, at: number): void {
    this.#change(at, () => this.#background.lose(agent))
  }

  /** An agent is over, and the turn in which the session hears of it has not begun. */
  isNoticeDue(): boolean {
    return this.#background.isNoticeDue() && !this.#isInTurn
  }

  /** That turn does not come. */
  giveUpNotice(at: number): void {
    this.#change(at, () => this.#background.noticed())
  }

  state(): DrivenState {
    return {
      run: this.#run,
      phase: this.phase(),
      since: this.#since,
      model: this.#model,
      mode: this.#mode,
      queued: this.#messages.waiting(this.#isInTurn),
      // New releases take it in behind the result of a tool that runs, older ones when the turn ends.
      midTurn: this.#isTurnOpen() ? 'between' : 'begins',
      trouble: this.#trouble ?? this.#refusals.words(),
    }
  }

  version(): string | null {
    return this.#version
  }

  asks(): readonly DrivenAsk[] {
    return [...this.#asks.values()].map(({ ask }) => ask)
  }

  isAnswered(request: string): boolean {
    return this.#answered.has(request)
  }

  request(ask: string): Json | null {
    return this.#asks.get(ask)?.request ?? null
  }

  threads(pid: number | null): ReadonlyMap<string, ThreadState> {
    const threads = new Map<string, ThreadState>()
    const holder = this.#pid ?? pid
    if (this.#run !== null) {
      const activity = this.#isTurnOpen() || !this.#hasAnswered ? 'busy' : 'idle'
      threads.set(this.#run, { activity, waitingFor: null, message: null, retryAt: null, pid: holder })
    }
    for (const { ask } of this.#asks.values()) {
      const thread = ask.agent ?? this.#run
      const known = thread === null ? undefined : threads.get(thread)
      if (thread === null || known?.activity === 'waiting') continue
      const waitingFor = ask.kind === 'permission' ? 'permission' : 'question'
      const message = oneLine(ask.kind === 'question' ? ask.detail : `${ask.tool ?? ''}: ${ask.detail}`)
      threads.set(thread, { activity: 'waiting', waitingFor, message, retryAt: null, pid: holder })
    }
    return threads
  }

  #isTurnOpen(): boolean {
    return this.#isInTurn || (this.#hasAnswered && this.#messages.size > 0)
  }

  #noteAnswered(id: string, at: number): void {
    this.#answered.add(id)
    this.#change(at, () => this.#asks.delete(id))
  }

  #noteAsk(id: string, request: Json, at: number): void {
    this.#hasAnswered = true
    this.#refusals.asked(id, wordsOf(request))
    if (this.#answered.has(id)) return
    const ask = readAsk(id, request, at)
    if (ask) this.#asks.set(id, { request, ask })
  }

  #noteAnswer(response: Json): void {
    this.#hasAnswered = true
    const version = asId(response['claude_code_version'])
    if (version !== null) this.#version = version
    const mode = asId(response['current_permission_mode'])
    if (mode !== null) this.#mode = mode
    const pid = response['pid']
    if (typeof pid === 'number') this.#pid = pid
  }

  #noteMessage(type: string, line: Json): void {
    this.#hasAnswered = true
    const agent = asId(line['parent_tool_use_id']) ?? asId(line['agent_id'])
    switch (type) {
      case 'system':
        return this.#noteSystem(line)
      case 'command_lifecycle':
        return this.#noteLifecycle(line)
      case 'user':
        this.#background.hearResult(asObject(line['tool_use_result']))
        if (line['isReplay'] === true) this.#messages.startNamed(asId(line['uuid']))
        return
      case 'assistant':
      case 'stream_event':
        // A background agent goes on after its caller's turn: it opens none.
        if (agent === null) this.#isInTurn = true
        return
      case 'result':
        return this.#noteResult(line)
      default:
    }
  }

  #noteSystem(line: Json): void {
    const subtype = line['subtype']
    const over = this.#background.hear(line)
    if (over !== null) this.#dropAsks(over)
    if (subtype === 'init') {
      this.#isInTurn = true
      this.#background.noticed()
      this.#refusals.forget()
      this.#messages.startFirst()
      this.#trouble = null
      this.#run = asId(line['session_id']) ?? this.#run
      this.#model = asId(line['model']) ?? this.#model
      this.#mode = asId(line['permissionMode']) ?? this.#mode
      this.#version = asId(line['claude_code_version']) ?? this.#version
    } else if (subtype === 'status') this.#mode = asId(line['permissionMode']) ?? this.#mode
    else if (subtype === 'command_lifecycle') this.#noteLifecycle(line)
  }

  #noteLifecycle(line: Json): void {
    const uuid = asId(line['command_uuid'])
    const state = line['state']
    const isStarted = state !== 'queued'
    this.#messages.tell(uuid, isStarted)
    if (uuid !== null && state === 'started') this.#isInTurn = true
  }

  #noteWish(id: string, request: Json): void {
    const message = asId(request['message_uuid'])
    const mode = asId(request['mode'])
    if (request['subtype'] === 'cancel_async_message' && message !== null) this.#wishes.set(id, { kind: 'unqueue', message })
    if (request['subtype'] === 'set_permission_mode' && mode !== null) this.#wishes.set(id, { kind: 'mode', mode })
    const answer = this.#early.get(id)
    if (answer) this.#noteWished(id, answer)
  }

  #noteWished(id: string, response: Json): void {
    const wish = this.#wishes.get(id)
    if (!wish) this.#early.set(id, response)
    if (wish?.kind === 'mode') this.#mode = wish.mode
    if (wish?.kind === 'unqueue' && response['cancelled'] === true) this.#messages.start(wish.message)
  }

  #queue(line: Json, at: number): void {
    const uuid = asId(line['uuid'])
    if (uuid === null) return
    const content = asObject(line['message'])?.['content']
    this.#change(at, () => this.#messages.wrote(uuid, asText(content) ?? ''))
  }

  /** Who is over asks nothing any more, whether or not it is said. */
  #dropAsks(agent: string | null): void {
    for (const [id, { ask, request }] of this.#asks)
      if (ask.agent === agent && request['subtype'] === 'can_use_tool') this.#asks.delete(id)
  }

  #noteResult(line: Json): void {
    this.#isInTurn = false
    this.#dropAsks(null)
    const isError = line['is_error'] === true
    // An interrupt is an error to the CLI, and no trouble to the person who wished it.
    const isAborted = line['terminal_reason'] === 'aborted_tools' || line['terminal_reason'] === 'aborted_streaming'
    this.#trouble = isError && !isAborted ? (asText(line['result']) ?? errorsOf(line) ?? 'The turn ended with an error.') : null
  }
}

function errorsOf(line: Json): string | null {
  const errors = line['errors']
  return Array.isArray(errors) && typeof errors[0] === 'string' ? errors[0] : null
}

/** What a request is about, for a person. */
function wordsOf(request: Json): string {
  const from = asId(request['mcp_server_name'])
  const words = asText(request['message']) ?? asId(request['dialog_kind'])
  return [from ?? String(request['subtype']), words].filter((part) => part !== null).join(': ')
}
