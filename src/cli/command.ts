import type { Engine } from '../engine/engine'
import type { EngineOverrides, Variables } from '../engine/settingsFromEnvironment'
import type { Output } from './output'

/** 129, 130 and 143: ended by SIGHUP, a person's Ctrl-C or SIGTERM while a session was followed. */
export type ExitCode = 0 | 1 | 2 | 129 | 130 | 143

/** Ctrl-C, a terminal that is closed, another program. */
export type Interruption = 'SIGINT' | 'SIGHUP' | 'SIGTERM'

export interface FlagSpec {
  /** `texts`: may be given again and again, and may begin with a dash. */
  readonly kind: 'switch' | 'text' | 'texts' | 'count' | 'number' | 'folder'
  /** How the value is called in help; switches have none. */
  readonly value?: string
  readonly short?: string
  readonly help: string
}

export interface CommandSpec {
  /** As typed: `list`, `link list`; empty for the form that begins with a URI. */
  readonly name: string
  readonly synopsis: string
  readonly summary: string
  /** What stands after the name; `uri` ones are parsed before the command runs. */
  readonly operands: readonly { readonly name: string; readonly required: boolean }[]
  readonly flags: Readonly<Record<string, FlagSpec>>
  /** What its exit codes mean, where they say more than done, not done and wrongly asked. */
  readonly exits?: readonly (readonly [code: string, what: string])[]
  readonly examples: readonly (readonly [command: string, what: string])[]
  readonly load: () => Promise<RunCommand>
}

/** Flags and operands as they were typed, values already of their kind. */
export interface ParsedArguments {
  readonly flags: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly operands: readonly string[]
}

export interface CommandContext {
  readonly env: Variables
  readonly out: Output
  readonly err: Output
  readonly home: string
  readonly workingFolder: string
  readonly now: () => number
  /** Aborted by Ctrl-C and by a closed pipe: a command that lasts ends then, with 0. */
  readonly stopped: AbortSignal
  /** A command that lasts calls this once; others die of Ctrl-C as usual. */
  readonly holdInterrupt: () => void
  /** The same for one that answers each Ctrl-C itself. Who calls last hears alone: none is lost from one to the next. */
  readonly hearInterrupt: (listener: (signal: Interruption) => void) => void
  /** What a person types, line by line. */
  readonly input: {
    readonly isTerminal: boolean
    /** `onEnd`: nothing more will come, or nobody listens any more. */
    onLine(listener: (line: string) => void, onEnd?: () => void): () => void
    /** To its end; what is longer is cut somewhere beyond the limit. */
    readAll(limitBytes: number): Promise<Uint8Array>
  }
  /** To be closed with the command. */
  readonly closeLater: (close: () => Promise<void>) => void
  /** Opened once, closed after the command. */
  readonly engine: () => Promise<Engine>
  readonly openAnother: (overrides: EngineOverrides) => Promise<Engine>
  /** Providers this version reads. */
  readonly providers: () => Promise<readonly string[]>
  readonly stateFolder: () => Promise<string>
}

export type RunCommand = (args: ParsedArguments, context: CommandContext) => Promise<ExitCode>
