import type { HeldId } from '../../shared/ids'
import type { LaunchSignal, SentLine, Written } from '../../shared/keeperMessages'
import type { LaunchFault, LaunchState, TerminalSize } from '../../shared/launchState'
import type { Result } from '../../shared/result'
import type { FollowHooks, OnLine } from './followLines'
import type { OnTerminal } from './followTerminal'
import type { HeldState } from './judgeLaunch'

export interface StopOptions {
  /** Said before its input ends; the line end comes along. */
  readonly lastLine?: string
  /** How long each step may take: the end of its input, SIGTERM to its group, SIGKILL to its group. */
  readonly stepMs?: number
  /** For a person who asks later why it ended. */
  readonly because?: string
}

type Done = Promise<Result<void, LaunchFault>>

/** Something that was launched for this home, by whomever. */
export interface Held {
  readonly id: HeldId
  readonly mode: LaunchState['mode']
  readonly argv: readonly string[]
  readonly cwd: string
  readonly startedAt: number
  /** The launcher's own words about it. */
  readonly note: LaunchState['note']
  /** Left running by choice. */
  readonly isKept: boolean
  state(): HeldState
  /** What it waits for, as it told its terminal; null: nothing, or it does not say. */
  asks(): LaunchState['asks']
  /** Its last state, once it has one; does not settle before. */
  readonly exited: Promise<HeldState>
  /** Where its output is kept: of a terminal, the last 4 MB once it has ended. */
  readonly out: string
  readonly err: string
  /** Piped: one line, without its end. Of a terminal: `type`. */
  write(line: string): Promise<Result<Written, LaunchFault>>
  /** As it is, nothing added; what is typed into a terminal is kept nowhere. */
  type(text: string): Promise<Result<Written, LaunchFault>>
  endInput(): Done
  /** To its whole group where nothing else is said. */
  signal(signal: LaunchSignal, to?: 'group' | 'process'): Done
  /** Settles when it and its group have ended. */
  stop(options?: StopOptions): Done
  resize(size: TerminalSize): Done
  /** All that was written to it, in order. */
  sent(): readonly SentLine[]
  errTail(limitBytes: number): string
  /** Complete lines of `out`. `from`: 0, or the place behind a line. Returns how to stop. */
  follow(from: number, onLine: OnLine, hooks?: FollowHooks): () => void
  /** What a terminal writes, from a place on; what is older than its last 4 MB is passed over, as `at` shows. */
  attach(from: number, onData: OnTerminal, onEnd?: () => void): () => void
  /** Whether it goes on when nobody is here. */
  keep(isKept: boolean): Done
  /** Deletes what it left; only of one that has ended. */
  forget(): Done
}
