import type { DrivenSession, Driver } from '../../core/drive/driver'
import type { HeldProcess } from '../../core/drive/heldProcess'
import { pausesOf, toldPauses } from '../../core/drive/pausesOf'
import { troubleOf } from '../../core/drive/troubleOf'
import type { Launch, LaunchPhase } from '../../shared/drive/launch'
import type { Pause } from '../../shared/drive/pause'
import { ProviderId, RunUri } from '../../shared/ids'
import type { TerminalAsk } from '../../shared/launchState'
import { type Hindrances, hindrancesOf } from './hindrancesOf'
import { instantOf } from './instantOf'
import { LaunchFamily } from './LaunchFamily'
import type { LaunchRecord } from './launchShelf'
import { mergeRecord } from './mergeRecord'

export interface LaunchParts {
  readonly record: LaunchRecord
  readonly driver: Driver | null
  readonly label: string
  /** Null: nothing of it is left. */
  readonly held: HeldProcess | null
  /** Null: a terminal, or nothing is left to steer. */
  readonly session: DrivenSession | null
  readonly now: () => number
  /** Why what is held cannot be reached. */
  readonly unheld: () => string | null
  /** Of a terminal: whether its run is in a turn, as its files tell. */
  readonly isTurnOpen: (run: RunUri) => boolean
  /** As it is now on the disk, with this change and those of other programs of ours; null: it is off the list. */
  readonly save: (change: Partial<LaunchRecord>) => LaunchRecord | null
  readonly onChange: () => void
  readonly onPartial: (thread: string) => void
}

/** How much of its error output a person is shown. */
const SAID_BYTES = 4096

/** One session that was started here: what the process, its driver and we ourselves know of it. */
export class LiveLaunch {
  readonly id: Launch['id']
  readonly session: DrivenSession | null
  readonly held: HeldProcess | null
  /** Null: its program serves others too. */
  readonly family: LaunchFamily | null
  private readonly parts: LaunchParts
  private readonly stops: (() => void)[] = []
  private said = ''
  private isClosed = false
  record: LaunchRecord

  constructor(parts: LaunchParts) {
    this.parts = parts
    this.record = parts.record
    this.id = parts.record.id
    this.session = parts.session
    this.held = parts.held
    this.family = parts.record.isShared
      ? null
      : new LaunchFamily(() => (this.held?.isRunning() ? this.held.pid : 0), parts.record.left)
    this.said = parts.record.last?.said ?? ''
    if (this.held) this.stops.push(this.held.onChange(() => this.hearProcess()))
    if (this.session) {
      this.stops.push(this.session.onChange(() => this.hearSession()))
      this.stops.push(this.session.onPartial(parts.onPartial))
    }
    this.hearSession()
    this.hearProcess()
  }

  get provider(): string {
    return this.record.provider
  }

  get run(): RunUri | null {
    const run = this.session?.state().run ?? this.record.run
    return run === null ? null : RunUri.parse(`${this.record.provider}://${run}`)
  }

  /** It runs, or may still. */
  get isActive(): boolean {
    return this.record.ended === null && this.held !== null && this.held.isRunning()
  }

  /** A window on a session that another program holds: that one is neither ours to steer nor to end. */
  get isJoined(): boolean {
    return this.record.origin?.how === 'join'
  }

  /** What it told its terminal, while somebody hears it. */
  asksInTerminal(): TerminalAsk | null {
    return this.isActive && this.held?.isHeld() ? this.held.asks() : null
  }

  /** The end of its error output. */
  get lastWords(): string {
    return this.said
  }

  get isPaused(): boolean {
    return this.isActive && this.record.pausedAt !== null
  }

  /** All the time it was stopped by a signal of ours. */
  pausedMs(): number {
    const { pausedAt, pausedMs } = this.record
    return pausedMs + (pausedAt === null ? 0 : Math.max(0, this.parts.now() - pausedAt))
  }

  /** Each of those times, the oldest first. */
  pauses(): readonly Pause[] {
    return pausesOf(this.record, this.parts.now())
  }

  /** What is kept of it when it stands still no more. */
  pauseOver(): Pick<LaunchRecord, 'pausedAt' | 'pausedMs' | 'pauses'> {
    return { pausedAt: null, pausedMs: this.pausedMs(), pauses: this.pauses() }
  }

  /** Of one whose program goes on without it: it was stopped, and its turn is over. */
  endIfOver(): void {
    const { isShared, isStopped, ended } = this.record
    if (!isShared || !isStopped || ended !== null) return
    const phase = this.session?.state().phase
    // Not heard yet, or no more: it may be at work, and would go on with nobody to hear what it asks.
    if (phase !== 'idle' && phase !== 'failed') return
    this.change({ ended: { code: null, signal: null, at: this.parts.now() }, pausedAt: null })
  }

  /** What it has started is looked at while it runs, and for as long as some of it outlives it. */
  lookAtFamily(): void {
    if (this.isActive) return this.family?.look(this.parts.now())
    if (this.isAnyLeft) this.keepLeft()
  }

  /** Ended by force or with an error: who ends in peace may leave something behind on purpose. */
  keepLeft(): void {
    const left = (this.family?.members() ?? []).map(({ pid, start, name }) => ({ pid, start, name }))
    if (left.length !== (this.record.left ?? []).length) this.change({ left })
  }

  get isAnyLeft(): boolean {
    return !this.isActive && (this.record.left ?? []).length > 0
  }

  /** It says nothing yet, or ended a moment ago: the end of its error output may be news. */
  readSaid(): void {
    void this.held?.errorTail(SAID_BYTES).then(
      (said) => {
        if (said === this.said || this.isClosed) return
        this.said = said
        this.keepLast()
        this.parts.onChange()
      },
      () => undefined,
    )
  }

  phase(): LaunchPhase {
    if (!this.isActive) return this.hasFailed() ? 'failed' : 'ended'
    if (this.record.pausedAt !== null) return 'paused'
    if (!this.isSteerable()) return 'adrift'
    if (this.isJoined) return 'idle'
    if (this.record.way === 'terminal') return this.run !== null && this.parts.isTurnOpen(this.run) ? 'working' : 'idle'
    // Nothing is left to steer it, though it runs.
    return this.session?.state().phase ?? 'adrift'
  }

  can(): Hindrances {
    return hindrancesOf({
      phase: this.phase(),
      way: this.record.way,
      isShared: this.record.isShared,
      label: this.parts.label,
      session: this.session,
      isAnyLeft: this.isAnyLeft,
    })
  }

  row(): Launch {
    const { record, parts } = this
    const state = this.session?.state() ?? null
    const phase = this.phase()
    const { ended, origin } = record
    const pauses = toldPauses({ ...record, pausedAt: null }, parts.now())
    return {
      ...{ id: this.id, provider: ProviderId.parse(record.provider), way: record.way, run: this.run, title: record.title },
      ...{ folder: record.folder, command: record.command, pid: record.pid, phase },
      ...{ since: instantOf(this.since(phase)), started: instantOf(record.started) },
      ...(record.isShared ? { isShared: true } : {}),
      exit: ended === null ? null : { code: ended.code, signal: ended.signal, at: instantOf(ended.at) },
      ...(record.isStopped && ended !== null ? { wasStopped: true } : {}),
      trouble: record.trouble ?? state?.trouble ?? record.last?.trouble ?? this.processTrouble(),
      said: this.said,
      queued: (this.isActive ? (state?.queued ?? []) : []).map((message) => ({ ...message })),
      ...(phase === 'working' && state?.midTurn ? { midTurn: state.midTurn } : {}),
      ...{ model: state?.model ?? record.last?.model ?? null, mode: state?.mode ?? null },
      modes: parts.driver?.modes('').map(({ id, label }) => ({ id, label })) ?? [],
      origin: origin === null ? null : { run: origin.run, key: origin.key, how: origin.how },
      can: this.can(),
      ...(pauses.length > 0 ? { pauses } : {}),
    }
  }

  change(change: Partial<LaunchRecord>): void {
    this.take(this.parts.save(change) ?? mergeRecord(this.record, change))
  }

  /** As another program of ours has left it. */
  take(record: LaunchRecord): void {
    this.record = record
    if (record.last !== null && record.last.said.length > this.said.length) this.said = record.last.said
    // Its program goes on, and would be listened to for nobody.
    if (record.isShared && record.ended !== null) this.session?.close()
    this.parts.onChange()
  }

  close(): void {
    this.isClosed = true
    for (const stop of this.stops) stop()
    this.session?.close()
  }

  /** Who serves many is not steered through its input. */
  private isSteerable(): boolean {
    return this.held?.isHeld() === true || (this.record.isShared && this.session !== null)
  }

  private since(phase: LaunchPhase): number {
    const { ended, pausedAt, started } = this.record
    if (ended !== null) return ended.at
    if (phase === 'paused' && pausedAt !== null) return pausedAt
    return this.session?.state().since ?? started
  }

  private hasFailed(): boolean {
    const { isStopped, ended, trouble } = this.record
    if (trouble !== null) return true
    if (isStopped || this.session?.state().phase === 'failed') return !isStopped
    // Its end may be seen before its last words, which may say that it had begun.
    return ended?.code !== 0 && !this.hasBegun() && this.held?.isReadOut() !== false
  }

  private hasBegun(): boolean {
    return this.record.way === 'terminal' ? this.record.ended?.code === 0 : this.record.hasBegun
  }

  private processTrouble(): string | null {
    const { record, held } = this
    return troubleOf({
      label: this.parts.label,
      ranMs: (record.ended?.at ?? this.parts.now()) - record.started - this.pausedMs(),
      exit: record.ended,
      ...{ isRunning: held?.isRunning() ?? false, isHeld: this.isSteerable() },
      hasBegun: this.hasBegun(),
      ...{ isStopped: record.isStopped, isTerminal: record.way === 'terminal', said: this.said },
      left: this.isAnyLeft ? (record.left ?? []) : [],
      unheld: this.parts.unheld(),
    })
  }

  private hearSession(): void {
    const state = this.session?.state()
    const run = state?.run ?? this.record.run
    this.lookAtFamily()
    const hasBegun = this.record.hasBegun || state?.phase === 'working' || state?.phase === 'idle'
    this.keepLast()
    if (run !== this.record.run || hasBegun !== this.record.hasBegun) return this.change({ run, hasBegun })
    this.endIfOver()
    this.parts.onChange()
  }

  /** What it wrote last may be read after its end was seen. */
  private keepLast(): void {
    const { record, session, said } = this
    if (record.ended === null) return
    const state = session?.state()
    const last = {
      trouble: state?.trouble ?? record.last?.trouble ?? null,
      said,
      model: state?.model ?? record.last?.model ?? null,
    }
    const merged = mergeRecord(record, { last })
    if (JSON.stringify(merged.last) === JSON.stringify(record.last)) return
    this.record = this.parts.save({ last }) ?? merged
  }

  private hearProcess(): void {
    const { held, record } = this
    if (!held) return
    if (record.ended !== null) return this.parts.onChange()
    const exit = held.exit()
    if (exit === null && held.isRunning()) return this.parts.onChange()
    this.readSaid()
    // Who waited for its pause to end waits no more.
    const over = this.record.pausedAt === null ? {} : this.pauseOver()
    this.change({ ended: exit ?? { code: null, signal: null, at: this.parts.now() }, ...over })
    if (exit?.code !== 0) this.keepLeft()
  }
}
