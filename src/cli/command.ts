import type { Engine } from '../engine/engine'
import type { EngineOverrides, Variables } from '../engine/settingsFromEnvironment'
import type { Output } from './output'

export type ExitCode = 0 | 1 | 2

export interface FlagSpec {
  readonly kind: 'switch' | 'text' | 'count' | 'number' | 'folder'
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
  readonly examples: readonly (readonly [command: string, what: string])[]
  readonly load: () => Promise<RunCommand>
}

/** Flags and operands as they were typed, values already of their kind. */
export interface ParsedArguments {
  readonly flags: Readonly<Record<string, string | number | boolean>>
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
  /** Opened once, closed after the command. */
  readonly engine: () => Promise<Engine>
  readonly openAnother: (overrides: EngineOverrides) => Promise<Engine>
  /** Providers this version reads. */
  readonly providers: () => Promise<readonly string[]>
  readonly stateFolder: () => Promise<string>
}

export type RunCommand = (args: ParsedArguments, context: CommandContext) => Promise<ExitCode>
