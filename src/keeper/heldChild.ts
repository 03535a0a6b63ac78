import type { LaunchSignal, Written } from '../shared/keeperMessages'
import type { LaunchFault, LaunchState, TerminalSize } from '../shared/launchState'
import type { Result } from '../shared/result'
import type { TerminalFeed } from './terminalFeed'

/** A process that runs and that we hold the input of. */
export interface HeldChild {
  readonly state: LaunchState
  /** Settles when it has ended and that is written down. */
  readonly ended: Promise<void>
  /** Null: piped, and what it says is in its files. */
  readonly feed: TerminalFeed | null
  note(part: Pick<Partial<LaunchState>, 'isKept' | 'stoppedBecause'>): void
  write(text: string): Promise<Result<Written, LaunchFault>>
  endInput(): Result<void, LaunchFault>
  signal(signal: LaunchSignal, to: 'group' | 'process'): Result<void, LaunchFault>
  resize(size: TerminalSize): Result<void, LaunchFault>
  /** Whether anything of its group is left, itself or what it started. */
  isGroupAlive(): boolean
}

export const endedFault: LaunchFault = { code: 'ended', system: null, message: 'It has ended already.' }
