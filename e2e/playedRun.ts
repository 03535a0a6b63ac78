/** What must have become of one call of a scenario. */
export interface ExpectedCall {
  /** A word of its prompt that no other call of the run has. */
  readonly mark: string
  /** Mark of the call that had started its agent's parent; null: the main conversation. */
  readonly parent: string | null
  readonly phases: readonly string[]
  /** Its release writes no error of a turn, and by a race of its own may tell nobody of it: then it has completed for all that is known. */
  readonly mayBeSilent?: boolean
  readonly type?: string
  readonly description?: string
  /** Absent: a product knows no other kind. */
  readonly background?: boolean
  /** False: it was refused, so there is a node without a child. */
  readonly hasChild?: boolean
  /** Marks of the calls that sent the same agent on later; absent: a product says that in other words. */
  readonly again?: readonly string[]
  /** The parts of the script that the model played to this agent. */
  readonly routes: readonly string[]
}

/** One run of a real CLI that is over. */
export interface PlayedRun {
  readonly name: string
  readonly id: string
  readonly uri: string
  readonly calls: readonly ExpectedCall[]
  readonly phases: readonly string[]
  /** The parts of the script that the model played to the main conversation; null: what it counts is not only its own. */
  readonly routes: readonly string[] | null
  /** Of a fork: what may be said of its original. */
  readonly forkedFrom?: readonly (string | null)[]
}

export const DONE: readonly string[] = ['completed']
export const FAILED: readonly string[] = ['failed']
/** What was cut leaves little or no mark on disk: which of these words fits cannot always be told. */
export const CUT: readonly string[] = ['interrupted', 'stopped', 'orphaned']

/** What was played, and what was shown wrongly meanwhile. */
export interface Played {
  readonly runs: readonly PlayedRun[]
  readonly faults: readonly string[]
}

export function joinPlayed(...played: readonly Played[]): Played {
  return { runs: played.flatMap(({ runs }) => runs), faults: played.flatMap(({ faults }) => faults) }
}
