import type { HeldProcess, ProcessFault, ProcessSpec } from '../../core/drive/heldProcess'
import type { Result } from '../../shared/result'

/** A process as the keeper knows it, also after a restart of ours. */
export interface KeptProcess {
  readonly id: string
  readonly held: HeldProcess
  /** As it was started, without the program. */
  readonly argv: readonly string[]
  /** What was said of it when it was started, or by `remember`. Unknown until parsed. */
  readonly memo: unknown
}

/** A terminal that the keeper holds: bytes in, bytes out. */
export interface HeldTerminal {
  /** Its output from a byte of all of it on, or from the oldest that is kept; a promise holds back what comes next. Returns how to stop. */
  follow(from: number, onBytes: (from: number, bytes: Uint8Array) => void | Promise<void>): () => void
  type(data: string): Promise<Result<undefined, ProcessFault>>
  resize(columns: number, rows: number): Promise<Result<undefined, ProcessFault>>
}

/** What the desk needs of whatever holds processes beyond its own life. */
export interface DeskKeeper {
  /** `memo` at most 16 KB as JSON. `isKept`: it goes on when no program of ours is there, also after a crash. */
  hold(spec: ProcessSpec, memo: unknown, isKept?: boolean): Promise<Result<KeptProcess, ProcessFault>>
  keep(id: string, isKept: boolean): Promise<void>
  /** Why what is held cannot be steered now, in words for a person; null: it can. */
  trouble(): string | null
  /** All that were ever held and not forgotten, ended ones among them. */
  list(): Promise<readonly KeptProcess[]>
  /** Its output and all that is known of it may go. */
  forget(id: string): Promise<void>
  /** Null: it has none. */
  terminal(id: string): HeldTerminal | null
  /** `leave`: what is kept goes on for good, the rest for a while; `stop`: what we started ends. */
  close(farewell: 'leave' | 'stop'): Promise<void>
}
