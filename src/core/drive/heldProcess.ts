import type { TerminalAsk } from '../../shared/launchState'
import type { Result } from '../../shared/result'

/** A process as it is started: no shell, nothing interpreted. */
export interface ProcessSpec {
  readonly program: string
  readonly argv: readonly string[]
  readonly folder: string
  /** The whole environment: nothing is added. Never written to disk. */
  readonly env: Readonly<Record<string, string>>
  readonly terminal: { readonly columns: number; readonly rows: number } | null
}

export interface ProcessFault {
  readonly code: 'no_program' | 'not_executable' | 'no_folder' | 'too_long' | 'no_keeper' | 'failed'
  readonly message: string
}

export interface ProcessExit {
  readonly code: number | null
  readonly signal: string | null
  readonly at: number
  /** Why a program of ours ended it, as the end of a sentence; null: none did, as far as is known. */
  readonly because?: string | null
}

/** A process of ours that outlives this one: the keeper holds its input, its output lies in files. */
export interface HeldProcess {
  readonly pid: number
  readonly startedAt: number
  /** Null: it runs, or nobody saw it end (`isHeld` false and gone). */
  exit(): ProcessExit | null
  /** False: its input is gone, though it may still run. */
  isHeld(): boolean
  isRunning(): boolean
  /** What it waits for, as it told the terminal that it runs in; null: nothing, or it does not say. */
  asks(): TerminalAsk | null
  /** One line for its input, without the newline. */
  write(line: string): Promise<Result<undefined, ProcessFault>>
  /**
   * Every complete line of its output, also those from before this process of ours began; `isOld`: it was there when the reading began.
   * Returns how to stop.
   */
  follow(onLine: (line: Uint8Array, isOld: boolean) => void, onCaughtUp: () => void): () => void
  /** False: what it had written when those who follow it began is still being read. */
  isCaughtUp(): boolean
  /** False: what it has written is still being read by those who follow it. After its end: its last words are not known yet. */
  isReadOut(): boolean
  /** Every line that was written to it, with its time in milliseconds: also those of an earlier process of ours. */
  written(): Promise<readonly { readonly at: number; readonly line: string }[]>
  /** What is written after it is refused. */
  endInput(): Promise<Result<undefined, ProcessFault>>
  errorTail(bytes: number): Promise<string>
  /** To the process alone, or to all it started. */
  signal(
    name: 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT',
    reach: 'process' | 'group',
  ): Promise<Result<undefined, ProcessFault>>
  /** Ends its input, then SIGTERM, then SIGKILL, three seconds apart. Settles when it is gone. */
  stop(): Promise<void>
  /** Raised at its end, when its former or its last words are known, and when it is no longer held. Returns how to stop listening. */
  onChange(listener: () => void): () => void
}
