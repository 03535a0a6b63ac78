import type { CallVerb } from '../shared/callVerb'
import type { AllowanceReader } from './allowances'
import type { AgentEvent } from './event'
import type { Bytes } from './framing/bytes'
import type { AnswerBody, ItemBody, LineSketch } from './itemBody'

/** What a file is to its provider, by its path alone. */
export interface SourceSpec {
  /** `lines`: grows, one record a line. `whole`: small, replaced as a whole. `records`: lies in the provider's store. */
  readonly format: 'lines' | 'whole' | 'records'
  /**
   * `main`: its existence makes a run. `registry`: says which runs a process owns. `thread`: a conversation, `agent` its id; only its
   * head says whether it is a run's own or an agent's.
   */
  readonly role: 'main' | 'agent' | 'side' | 'registry' | 'thread'
  /** How its bytes are packed; absent: not at all. A packed source never grows. */
  readonly packed?: 'zstd'
  /** Null: only the records say which run it belongs to (`runOfHead`). */
  readonly run: string | null
  readonly agent: string | null
  readonly group: string | null
  /** The folder that a tool's project maps to; runs forked from one another usually share it. */
  readonly project: string
}

/** One file's decoder. It may remember earlier records of that file, and nothing else. */
export interface Decoder {
  /**
   * One complete line. Returns why the line is no record, or null. `onSketch` is asked for where transcripts are wanted, and then for
   * every line of the file.
   */
  line(
    bytes: Bytes,
    start: number,
    end: number,
    onEvent: (event: AgentEvent) => void,
    onSketch?: (sketch: LineSketch) => void,
  ): string | null
  /** The whole text of a `whole` source. */
  whole(text: string, onEvent: (event: AgentEvent) => void): string | null
  /** All that there is by now was given: says what waited for records that might have belonged before it. */
  settle?(onEvent: (event: AgentEvent) => void, onSketch?: (sketch: LineSketch) => void): void
  /** The writer is gone: says what was held back until more is known. Called again, it says nothing. */
  finish?(onEvent: (event: AgentEvent) => void, onSketch?: (sketch: LineSketch) => void): void
  readonly unknownTypes: ReadonlyMap<string, number>
  /** Lines whose quick reading differed from the exact one; from the first on, the file is read exactly. */
  readonly mismatches: number
}

/** A process that says it owns a run. Unverified: the engine asks the process table. */
export interface RegistryEntry {
  readonly pid: number
  readonly startToken: string | null
  /** When the session registered, in milliseconds; null: not said. */
  readonly startedAt: number | null
  readonly run: string
  readonly activity: 'busy' | 'idle' | 'waiting' | null
  readonly waitingFor: 'permission' | 'question' | null
  /** The name under which another terminal can join it. Absent: it cannot be joined. */
  readonly joinable?: string
}

/** What one transcript's first records say: enough to know the run and its family without reading on. */
export interface SourceHead {
  readonly run: string | null
  /** Of a `thread`: the conversation that started it. Where `run` is not said, it belongs to that one's run. */
  readonly parent?: string | null
  /** Id of the conversation's first record; forks share it. */
  readonly rootRecord: string | null
  readonly rootAt: number
  /** The latest time in the records up to the first one: a fork is stamped later than what it copied. */
  readonly bornAt: number
}

/** What a product calls one of its records. */
export interface RecordName {
  /** Null: it does not say. */
  readonly type: string | null
  readonly subtype: string | null
  /** Milliseconds since the epoch; NaN: it has no time. */
  readonly at: number
}

/** Something that a product keeps to itself, and why it cannot be seen, in one sentence. */
export interface ProviderLimit {
  readonly text: string
  /** True: it does not hold while one of its channels is connected. */
  readonly isLiftedByChannel: boolean
}

/** Everything the app knows about one agent product. No disk, no clock. */
export interface Provider {
  readonly id: string
  readonly label: string
  /** The command people start it with. */
  readonly command: string
  recognise(path: string): SourceSpec | null
  /** Folders (relative to the root, '' is the root) that can hold sources; others are neither walked nor watched. */
  isWatchedFolder(path: string): boolean
  openDecoder(spec: SourceSpec, run: string): Decoder
  /** `lines` are the first complete lines of the file. */
  readHead(lines: readonly string[]): SourceHead
  readRegistry(text: string): RegistryEntry | null
  /** Whether sessions of this release register themselves; null: not known, taken as yes. */
  hasRegistry(version: string | null): boolean
  /** Whether a command line is this product's own program. */
  isOwnProgram(argv: readonly string[]): boolean
  /** Whether such a program may hold sessions of any folder, not only of its own. Absent: none does. */
  isForAnyFolder?(argv: readonly string[]): boolean
  /** `record` is one parsed line. */
  readItems(record: unknown): readonly ItemBody[]
  readAnswer(record: unknown, call: string): AnswerBody | null
  /** Any record, also of a kind that nobody has seen yet. */
  nameRecord(record: unknown): RecordName
  /** Bytes of which every record that `openAllowances` wants holds at least one. */
  readonly allowanceMarks: readonly string[]
  openAllowances(): AllowanceReader
  readonly warmupPrompts: ReadonlySet<string>
  /** By tool: what calls do with an agent. Absent: they start it or continue it. */
  readonly callVerbs?: ReadonlyMap<string, CallVerb>
  /** Absent: its files tell all there is to see. */
  readonly limits?: readonly ProviderLimit[]
}
