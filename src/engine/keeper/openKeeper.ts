import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { keeperFolders, launchFiles } from '../../keeper/keeperFolders'
import { HeldId } from '../../shared/ids'
import type { Answered, Farewell } from '../../shared/keeperMessages'
import { type LaunchFault, type LaunchState, maxNoteBytes, type TerminalSize } from '../../shared/launchState'
import { fail, ok, type Result } from '../../shared/result'
import { every } from '../every'
import { createProcessTable, processSourceFor } from '../processTable'
import { shareNext } from '../shareNext'
import { shareRunning } from '../shareRunning'
import {
  connectKeeper,
  isSilence,
  type KeeperLink,
  type KeeperNews,
  type KeeperRequest,
  type LinkEvents,
  START_WITHIN_MS,
  unreachable,
} from './connectKeeper'
import { openTerminalEars } from './followTerminal'
import type { Held } from './held'
import type { KeeperStart } from './keeperStart'
import { type KeeperChange, openLaunchBook } from './launchBook'
import { reachKeeper } from './reachKeeper'
import { readLaunch, readLaunches } from './readLaunches'
import { watchLaunches } from './watchLaunches'

export interface KeeperOptions {
  readonly home: string
  readonly howToStart: KeeperStart
  /** How long what is not kept goes on when we vanish without a farewell, for another engine to come. */
  readonly graceMs?: number
}

export interface LaunchSpec {
  /** Looked for along the PATH of `env` where it has no slash. */
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The whole of it: nothing is added and nothing left out. Never written down. */
  readonly env: Readonly<Record<string, string>>
  /** At most 16 KB as JSON. */
  readonly note: LaunchState['note']
  /** Absent: no terminal, and its output goes into files. */
  readonly terminal?: TerminalSize
  /** It goes on when nobody is here, also when we vanish without a farewell. */
  readonly isKept?: boolean
}

export interface Keeper {
  /** Starts the keeper where none is. */
  start(spec: LaunchSpec): Promise<Result<Held, LaunchFault>>
  /** Why the keeper cannot be asked, though one is there; null: it can, or there is none. */
  trouble(): string | null
  /** Looked at anew, true also where the keeper was killed; starts nothing. Oldest first. */
  list(): Promise<readonly Held[]>
  get(id: HeldId): Held | null
  onChange(listener: (change: KeeperChange) => void): () => void
  /**
   * 'stop' ends all that runs (while another engine is connected: what we started ourselves) and settles when that is done;
   * 'keep' leaves it running for good; 'leave' says nothing, as a visitor who only looked.
   */
  close(farewell: Farewell, stepMs?: number): Promise<void>
}

const GRACE_MS = 60_000
const STEP_MS = 3000
/** Nobody tells of the end of one that nobody holds. */
const UNHELD_LOOK_MS = 1000

export async function openKeeper(options: KeeperOptions): Promise<Keeper> {
  const keeper = new KeeperClient(options)
  await keeper.opened
  await keeper.list()
  return keeper
}

/** A class: the connection is exchanged while keepers come and go. */
class KeeperClient implements Keeper {
  readonly opened: Promise<void>
  readonly #options: KeeperOptions
  readonly #graceMs: number
  readonly #processes = createProcessTable(processSourceFor(process.platform))
  readonly #listeners = new Set<(change: KeeperChange) => void>()
  readonly #ears = openTerminalEars()
  readonly #book
  readonly #watch
  readonly #refresh: () => Promise<void>
  readonly #reach: () => Promise<Result<KeeperLink, LaunchFault>>
  #link: KeeperLink | null = null
  #trouble: string | null = null
  #looking: { close(): void } | null = null
  #isClosed = false

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#graceMs = options.graceMs ?? GRACE_MS
    const { home } = options
    const access = {
      home,
      ears: this.#ears,
      link: () => this.#link,
      ask: (request: KeeperRequest) => this.#ask(request),
      forget: (state: LaunchState) => this.#forget(state),
    }
    this.#book = openLaunchBook(access, this.#processes, (change) => {
      for (const listener of this.#listeners) listener(change)
    })
    this.#refresh = shareNext(() => this.#lookAgain())
    this.#reach = shareRunning(() => this.#reachOnce())
    this.#watch = watchLaunches(home, {
      onOutput: (id) => this.#book.look(id),
      // While we are connected the keeper tells of those it holds, and sooner.
      onState: (id) => {
        if (this.#book.get(id)?.state().kind !== 'running' || !this.#link) void this.#refresh()
      },
    })
    this.opened = this.#watch.ready
  }

  async start(spec: LaunchSpec): Promise<Result<Held, LaunchFault>> {
    if (Buffer.byteLength(JSON.stringify(spec.note)) > maxNoteBytes) throw new Error('the note of a launch is too long')
    const id = HeldId.parse(`${Date.now().toString(36)}-${randomBytes(5).toString('hex')}`)
    const { file, args, cwd, env, note, terminal = null, isKept = false } = spec
    for (let tries = 0; ; tries++) {
      const link = await this.#reach()
      if (!link.ok) return link
      const until = Date.now() + START_WITHIN_MS
      const start: KeeperRequest = { kind: 'start', launch: id, file, args: [...args], cwd, env, note, terminal, isKept, until }
      const answered = await this.#told(link.value.ask(start))
      if (answered.ok) return this.#started(answered.value)
      if (answered.failure.code !== 'keeper_unreachable' || tries === 3 || isSilence(answered.failure)) return answered
      // It ended in this very moment, before the launch or after it: then that is written down.
      const state = readLaunch(this.#options.home, id)
      if (state && (state.pid !== null || state.failed)) return ok(this.#book.put(state, false))
    }
  }

  trouble(): string | null {
    return this.#trouble
  }

  async list(): Promise<readonly Held[]> {
    await this.#refresh()
    return this.#book.list()
  }

  get(id: HeldId): Held | null {
    return this.#book.get(id)
  }

  onChange(listener: (change: KeeperChange) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async close(intent: Farewell, stepMs = STEP_MS): Promise<void> {
    if (this.#isClosed) return
    await this.#link?.ask({ kind: 'farewell', intent, stepMs })
    this.#isClosed = true
    this.#link?.close()
    this.#link = null
    this.#looking?.close()
    this.#watch.close()
    this.#book.close()
  }

  async #reachOnce(): Promise<Result<KeeperLink, LaunchFault>> {
    if (this.#link) return ok(this.#link)
    const { home, howToStart: start } = this.#options
    return this.#meet(await reachKeeper({ home, start, graceMs: this.#graceMs, events: this.#events() }))
  }

  #meet<T extends Result<KeeperLink | null, LaunchFault>>(met: T): T {
    this.#trouble = met.ok ? null : met.failure.message
    if (!met.ok || met.value === null) return met
    // Two ways lead here at once: one connection is enough.
    if (this.#isClosed || this.#link) met.value.close()
    else this.#link = met.value
    return met
  }

  #events(): LinkEvents {
    return {
      onNews: (news) => this.#hear(news),
      onClose: (link) => {
        // A second connection that was not needed.
        if (link !== this.#link) return
        this.#link = null
        if (!this.#isClosed) void this.#refresh()
      },
    }
  }

  #hear(news: KeeperNews): void {
    if (this.#isClosed) return
    switch (news.kind) {
      case 'changed':
        return void this.#book.put(news.state, true)
      case 'forgotten':
        return this.#book.drop(news.launch)
      case 'terminal':
        return this.#ears.hear(news)
      default:
        return news satisfies never
    }
  }

  #started(value: Answered): Result<Held, LaunchFault> {
    if (value.kind !== 'state') throw new Error('a start was answered with something else')
    // The news of its end may have come before this answer.
    return ok(this.#book.get(value.state.id) ?? this.#book.put(value.state, true))
  }

  async #ask(request: KeeperRequest): Promise<Result<Answered, LaunchFault>> {
    if (this.#link) return await this.#told(this.#link.ask(request))
    // There is one, which does not answer now.
    if (this.#trouble !== null) return fail(unreachable(this.#trouble))
    return fail({ code: 'not_held', system: null, message: 'Nobody holds its input any more.' })
  }

  /** What is asked of one that does not answer is not held, until it does. */
  async #told(asking: Promise<Result<Answered, LaunchFault>>): Promise<Result<Answered, LaunchFault>> {
    const link = this.#link
    const answered = await asking
    if (this.#link !== link || link === null) return answered
    const was = this.#trouble
    this.#trouble = !answered.ok && isSilence(answered.failure) ? answered.failure.message : null
    if (was === null && this.#trouble !== null && !this.#isClosed) void this.#refresh()
    return answered
  }

  async #forget(state: LaunchState): Promise<Result<void, LaunchFault>> {
    const answered = await this.#ask({ kind: 'forget', launch: state.id })
    if (!answered.ok && answered.failure.code !== 'not_held' && answered.failure.code !== 'keeper_unreachable') return answered
    if (!answered.ok) {
      if (this.#book.get(state.id)?.state().kind === 'unsupervised')
        return fail({ ...answered.failure, message: 'It still runs.' })
      rmSync(launchFiles(this.#options.home, state.id).folder, { recursive: true, force: true })
    }
    this.#book.drop(state.id)
    return ok(undefined)
  }

  async #lookAgain(): Promise<void> {
    if (this.#isClosed) return
    const { home } = this.#options
    // The folders first: what is there and not held afterwards has ended, or is held by nobody.
    const there = readLaunches(home)
    if (!this.#link) this.#meet(await connectKeeper(keeperFolders(home).file, this.#graceMs, this.#events()))
    const answered = this.#link ? await this.#told(this.#link.ask({ kind: 'list' })) : undefined
    const held = new Map(
      answered?.ok && answered.value.kind === 'states' ? answered.value.states.map((one) => [one.id, one]) : [],
    )
    await this.#processes.refresh()
    if (this.#isClosed) return
    for (const state of held.values()) this.#book.put(state, true)
    for (const { id } of there) {
      const state = held.has(id) ? null : readLaunch(home, id)
      if (state) this.#book.put(state, false)
    }
    for (const id of this.#book.ids()) if (!held.has(id) && !readLaunch(home, id)) this.#book.drop(id)
    this.#watchUnheld()
  }

  #watchUnheld(): void {
    const isAnyUnheld = this.#book.list().some((held) => {
      const state = held.state()
      return state.kind === 'unsupervised' || (state.kind === 'running' && state.pid === null)
    })
    if (isAnyUnheld) this.#looking ??= every(UNHELD_LOOK_MS, () => this.#refresh())
    else {
      this.#looking?.close()
      this.#looking = null
    }
  }
}
