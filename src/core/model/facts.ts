import type { AgentSays, AnswerKind, CallSays, Ending, EndingVoice, PromptKey, TokenCounts } from '../event'
import { nothingSpent, type Spent } from './spent'

/** One model response as its thread's file tells it: the maximum of every field over its lines. */
export interface ResponseFact {
  record: string
  model: string | null
  tokens: TokenCounts
  /** In dollars, as the product recorded it; null: it recorded none. */
  cost: number | null
  /** Of the first record that said it. */
  readonly at: number
  readonly line: number
}

export type TurnState =
  | { readonly kind: 'open' }
  | { readonly kind: 'ended'; readonly how: Ending; readonly sure: boolean; readonly message: string | null }

/** Everything one source says about one thread. A pure fold of that source's events. */
export interface ThreadFacts {
  readonly id: string
  startedAt: number
  updatedAt: number
  prompt: PromptKey | null
  prompts: number
  turn: TurnState
  /** Its records say when each turn begins and ends. */
  tellsTurns: boolean
  /** When the last turn began, where that is said; NaN: it is not. */
  turnBeganAt: number
  model: string | null
  contextTokens: number
  /** The response that `contextTokens` was counted of. */
  contextResponse: string | null
  /** Null: not said. */
  contextLimit: number | null
  label: string | null
  /** First line of the last text that had one. */
  said: string | null
  readonly tools: Set<string>
  /** Calls without an answer that a person may be asked about, each with its time. */
  readonly openTools: Map<string, number>
  /** Tool calls and responses that failed and are counted in `errors`. */
  readonly failures: Set<string>
  errors: number
  readonly responses: Map<string, ResponseFact>
  /** Sum of `responses`: kept along so that an append costs the same in a long file. */
  readonly spent: Spent
}

export interface CallFact {
  readonly call: string
  readonly thread: string
  readonly says: CallSays
  readonly at: number
  /** Time for ordering siblings: never earlier than that of the calls before it in the file. */
  readonly rankAt: number
  /** Order within the source, for calls of one instant. */
  readonly order: number
  readonly line: number
}

export interface AnswerFact {
  readonly call: string
  readonly thread: string
  readonly answer: AnswerKind
  readonly agent: string | null
  readonly agentType: string | null
  readonly message: string | null
  readonly said: string | null
  readonly at: number
  readonly line: number
}

/** A call that started a session of some product. */
export interface LaunchFact {
  readonly thread: string
  readonly call: string
  readonly provider: string
  readonly command: string
  readonly prompts: readonly string[] | null
  readonly at: number
  /** When the command was done; NaN: not yet. */
  endedAt: number
}

export interface LinkFact {
  readonly agent: string
  readonly call: string
  readonly evidence: 'explicit' | 'stream' | 'structural'
  readonly continues: boolean
  readonly note: string
  readonly at: number
  readonly line: number
}

export interface EndingFact {
  readonly how: Ending
  readonly voice: EndingVoice
  readonly message: string | null
  readonly at: number
}

export interface ProblemFact {
  readonly code: string
  readonly line: number
  readonly message: string
}

/** What one source (one file) has said so far. Dropped as a whole when the file is replaced. */
export interface SourceFacts {
  readonly threads: Map<string, ThreadFacts>
  readonly calls: Map<string, CallFact>
  readonly answers: Map<string, AnswerFact>
  /** By agent, call and whether it continues: copies of an agent's messages repeat the same link with each of them. */
  readonly links: Map<string, LinkFact>
  /** By agent: calls that did something with it and started no work. */
  readonly attended: Map<string, Set<string>>
  readonly says: Map<string, AgentSays>
  readonly endings: Map<string, EndingFact>
  /** By call. */
  readonly launches: Map<string, LaunchFact>
  readonly groups: Map<string, { readonly thread: string; readonly call: string }>
  readonly titles: Map<number, string>
  readonly problems: ProblemFact[]
  problemCount: number
  root: { readonly record: string; readonly session: string | null; readonly bornAt: number; readonly isCopied: boolean } | null
  /** How the conversation of an agent begins: a run may be a fork of it. */
  agentRoot: { readonly record: string; readonly agent: string } | null
  /** The thread its records name as the one it was forked from. */
  forkedFrom: string | null
  cwd: string | null
  branch: string | null
  version: string | null
  firstAt: number
  lastCallAt: number
}

export function newSourceFacts(): SourceFacts {
  return {
    threads: new Map(),
    calls: new Map(),
    answers: new Map(),
    links: new Map(),
    attended: new Map(),
    says: new Map(),
    endings: new Map(),
    launches: new Map(),
    groups: new Map(),
    titles: new Map(),
    problems: [],
    problemCount: 0,
    root: null,
    agentRoot: null,
    forkedFrom: null,
    cwd: null,
    branch: null,
    version: null,
    firstAt: Number.NaN,
    lastCallAt: Number.NEGATIVE_INFINITY,
  }
}

export function threadOf(facts: SourceFacts, id: string): ThreadFacts {
  let thread = facts.threads.get(id)
  if (!thread) {
    thread = {
      id,
      startedAt: Number.NaN,
      updatedAt: Number.NaN,
      prompt: null,
      prompts: 0,
      turn: { kind: 'open' },
      turnBeganAt: Number.NaN,
      tellsTurns: false,
      model: null,
      contextTokens: 0,
      contextResponse: null,
      contextLimit: null,
      label: null,
      said: null,
      tools: new Set(),
      openTools: new Map(),
      failures: new Set(),
      errors: 0,
      responses: new Map(),
      spent: nothingSpent(),
    }
    facts.threads.set(id, thread)
  }
  return thread
}
