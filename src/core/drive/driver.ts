import type { Ask, AskAnswer } from '../../shared/drive/ask'
import type { Launch, LaunchPhase } from '../../shared/drive/launch'
import type { LaunchPlan, LaunchRefusal } from '../../shared/drive/launchPlan'
import type { LaunchOrigin, LaunchWay, LaunchWish } from '../../shared/drive/launchWish'
import type { Result } from '../../shared/result'
import type { ThreadState } from '../liveChannel'
import type { PartialText } from '../partialText'
import type { HeldProcess, ProcessFault, ProcessSpec } from './heldProcess'
import type { ProductAct } from './productAct'

/** How a product's program is found and what it can be asked to do. */
export interface DrivenProgram {
  readonly names: readonly string[]
  /** Folders (absolute, `~` for home) where it lies when it is not on the PATH. */
  readonly usualPlaces: readonly string[]
  readonly versionArgv: readonly string[]
  readVersion(output: string): string | null
  /** Older ones are refused with a word why. */
  readonly oldest: string
  /** The command that installs it. */
  readonly howToGet: string
  /** Variables that it sets for what runs inside a session: a program that is started with them takes itself for a part of that one. */
  readonly innerVariables: readonly string[]
}

export interface ProgramAt {
  readonly path: string
  readonly version: string
}

/** An agent (or a run's own conversation) as the tree knows it, with who holds it. */
export interface DriveTarget {
  /** The run's own id: a session, a thread. */
  readonly run: string
  /** The agent's own id; null: the run's own conversation. */
  readonly agent: string | null
  readonly parent: string | null
  readonly type: string | null
  readonly title: string
  readonly folder: string | null
  /** The release that wrote it. */
  readonly version: string | null
  readonly model: string | null
  readonly depth: number
  readonly background: boolean
  /** It works, or waits in a turn, now. */
  readonly isWorking: boolean
  /** Absolute path of its transcript; null: it has none, or lies in a store. */
  readonly file: string | null
  /** Absolute path of the run's own transcript. */
  readonly mainFile: string | null
  readonly owner: DriveOwner
  /** How it was launched from here, if it was and still runs. */
  readonly session: DrivenSession | null
}

/**
 * `foreign`: `words` name the holder (“process 7”), `joinable` is how the product's own command names the place to join.
 * `unknown`: nobody can tell (another machine's process ids, a release without a registry); `words` say why, as a clause.
 */
export type DriveOwner =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'ours'; readonly way: LaunchWay }
  | { readonly kind: 'foreign'; readonly pid: number | null; readonly words: string; readonly joinable: string | null }
  | { readonly kind: 'unknown'; readonly words: string }

/** A process that holds a session. `pid` null: it is known to be held, not by whom. */
export interface SessionOwner {
  readonly pid: number | null
  /** For a person: which process, where. */
  readonly words: string
}

/** A wish with what it goes on from found. */
export interface DriveWish extends Omit<LaunchWish, 'origin'> {
  readonly origin: (Omit<LaunchOrigin, 'run' | 'key'> & { readonly target: DriveTarget; readonly cut: CutPoint | null }) | null
  /** Of `render`: the conversation as text, put before the prompt. */
  readonly rendered: string | null
}

/** Where a conversation is cut: the record of the item a person chose, in the product's own words. */
export interface CutPoint {
  readonly item: number
  readonly messageId: string | null
  /** Where the record lies: line or byte in a file, record id in a store. */
  readonly place: string
}

export interface DrivePlan {
  readonly shown: LaunchPlan
  /** What goes in besides the command line. Opaque to all but its driver; must survive JSON. */
  readonly memo: unknown
}

/** The outside of a driver. */
export interface DriveGround {
  /** Absolute folder of the product. */
  readonly root: string
  readonly home: string
  /** Cleaned, complete. */
  readonly env: Readonly<Record<string, string>>
  readonly stateFolder: string
  now(): number
  newId(): string
  /** Starts a process; `memo` (≤ 16 KB) comes back with it after a restart of ours. */
  hold(spec: ProcessSpec, memo: unknown): Promise<Result<HeldProcess, ProcessFault>>
  /** A process of this product's that serves many sessions: the one that runs, or a new one. */
  shared(name: string, start: () => Promise<ProcessSpec>): Promise<Result<HeldProcess, ProcessFault>>
  /** Of a session in such a process, before anything is said into it: killed in between, we would leave work that nobody knows of. */
  remember(memo: unknown): void
}

/** What a driven session is now. Everything in it follows from the lines that were heard and written. */
export interface DrivenState {
  /** The product's id of the session; null: not named yet. */
  readonly run: string | null
  readonly phase: Exclude<LaunchPhase, 'ended' | 'paused' | 'adrift'>
  readonly since: number
  readonly model: string | null
  readonly mode: string | null
  readonly queued: readonly { readonly id: string; readonly text: string }[]
  /** What becomes of a message now, while it works; absent: it waits for the turn to end. */
  readonly midTurn?: Launch['midTurn']
  /** What went wrong, in words for a person. */
  readonly trouble: string | null
}

type AddedByDesk = 'launch' | 'provider' | 'run' | 'key' | 'overwrites' | 'isShort'
export type DrivenAsk = Omit<Ask, AddedByDesk | 'fields'> & Partial<Pick<Ask, 'fields'>>

/** Why an act came to nothing, in words for a person. */
export type ActFault = { readonly message: string }
type Acted = Promise<Result<undefined, ActFault>>

/** A session that was started here, steered through the product's own channel. */
export interface DrivenSession {
  state(): DrivenState
  /** By the conversation's id (agents among them). */
  threads(): ReadonlyMap<string, ThreadState>
  /** As of a live channel: what is being written in a conversation now. */
  partials(thread: string): readonly PartialText[]
  onPartial(listener: (thread: string) => void): () => void
  asks(): readonly DrivenAsk[]
  onChange(listener: () => void): () => void
  send(text: string): Acted
  /** Takes a message back that still waits. */
  unqueue(id: string): Acted
  /** `all`: with what waits and what works in the background, because the session is about to be ended. */
  interrupt(reach?: 'turn' | 'all'): Acted
  stopAgent(agent: string): Acted
  answer(ask: string, answer: AskAnswer): Acted
  setMode(mode: string): Acted
  /** Why it cannot be done now; null: it can. */
  hindrance(act: 'send' | 'interrupt' | 'stopAgent' | 'unqueue' | 'setMode'): string | null
  /** Lets it finish and end: once nothing of it works or asks any more. The process is the keeper's to stop. */
  end(): Promise<void>
  /** Takes the answers that other programs of ours have written. Absent: the product tells of each. */
  hearOthers?(): Promise<void>
  /** Stops listening; the session goes on. */
  close(): void
}

/** How sessions of one product are started, steered and gone on from. Effects go through the ground. */
export interface Driver {
  readonly provider: string
  readonly program: DrivenProgram
  readonly ways: readonly LaunchWay[]
  modes(version: string): readonly { readonly id: string; readonly label: string; readonly note: string }[]
  readonly models: readonly string[]
  /** Names of agents that can be chosen in a folder. */
  agents(ground: DriveGround, folder: string): Promise<readonly string[]>
  /**
   * Processes that write a session right now, ours among them, asked of the product's own registry or locks. Two of them where one of
   * ours began a moment ago: ours is stopped at once.
   */
  owners(ground: DriveGround, run: string): Promise<readonly SessionOwner[]>
  /** Writes nothing. */
  plan(ground: DriveGround, wish: DriveWish, program: ProgramAt): Promise<Result<DrivePlan, LaunchRefusal>>
  /**
   * The arguments of a plan as a person runs them: no server of ours listens there, and nobody of ours says the first words. Null: the
   * product has no command for it. Absent: as planned.
   */
  readonly alone?: (plan: DrivePlan, wish: DriveWish) => readonly string[] | null
  /** Looks once more at who holds what (a race between plan and start is refused), writes what must be written, starts. */
  start(ground: DriveGround, wish: DriveWish, plan: DrivePlan, program: ProgramAt): Promise<Result<Started, LaunchRefusal>>
  /** After a restart of ours. Null: nothing of it is left to steer. */
  reopen(ground: DriveGround, held: HeldProcess, memo: unknown): Promise<DrivenSession | null>
  /** What this product offers for a target, strongest first; the shared ladder adds what all have. */
  acts(target: DriveTarget, program: ProgramAt | null): readonly ProductAct[]
}

export interface Started {
  /** Null: a terminal; the product's own interface steers it. */
  readonly session: DrivenSession | null
  readonly held: HeldProcess
  readonly memo: unknown
  /** The session's id, where it is known from the start: of a terminal nothing else tells it. */
  readonly run?: string
}
