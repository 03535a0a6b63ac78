/**
 * The neutral vocabulary: what any provider's records mean for the tree. Events carry numbers, ids and short labels; never bodies.
 * A thread is one conversation: the main one is named by the run's id, an agent's by the agent's id.
 */
export interface PromptKey {
  /** Hash of the whole normalised text; equality of `hash` and `length` stands for equality of the text. */
  readonly hash: string
  readonly length: number
  /** First characters, for showing. */
  readonly preview: string
}

export interface TokenCounts {
  readonly input: number
  readonly cacheWrite: number
  readonly cacheRead: number
  readonly output: number
  readonly reasoning: number
}

/** How a call was answered by its tool. `launched`: the agent goes on in the background. */
export type AnswerKind = 'launched' | 'completed' | 'failed' | 'refused' | 'interrupted'

/** How an agent ended, from whoever says so. */
export type Ending = 'completed' | 'failed' | 'interrupted' | 'stopped'

/** Who said it: the agent's own side file, a notice in its parent, or a journal of the harness. */
export type EndingVoice = 'side-file' | 'notice' | 'journal'

export type AgentEvent =
  | {
      readonly kind: 'run_described'
      readonly cwd: string | null
      readonly version: string | null
      readonly branch: string | null
    }
  | { readonly kind: 'run_titled'; readonly title: string; readonly rank: number }
  /**
   * The first record of the conversation: runs that share it are forks of one another. `bornAt` is the latest time up to it, which in
   * a fork is later than in what it copied; `session` is the run that the record itself names, in some copies still the origin.
   */
  | {
      readonly kind: 'run_rooted'
      readonly record: string
      readonly session: string | null
      readonly bornAt: number /** Its first records are older than itself. */
      readonly isCopied?: boolean
      /** Absent: it is the run's own conversation. */
      readonly agent?: string
    }
  /** The records name the conversation (its thread) that this run was forked from. */
  | { readonly kind: 'run_forked'; readonly from: string }
  | { readonly kind: 'agent_described'; readonly agent: string; readonly says: AgentSays }
  | {
      readonly kind: 'agent_called'
      readonly thread: string
      readonly call: string
      readonly says: CallSays
      readonly at: number
    }
  | {
      readonly kind: 'call_answered'
      /** Where the answer stands: the thread that called, also where the call itself is lost or of an unknown tool. */
      readonly thread: string
      readonly call: string
      readonly answer: AnswerKind
      /** The agent the answer names; null where it names none. */
      readonly agent: string | null
      readonly agentType: string | null
      readonly message: string | null
      /** First line of what the caller was told. */
      readonly said: string | null
      readonly at: number
    }
  /** `call` started or continued `agent`. */
  | {
      readonly kind: 'agent_linked'
      readonly agent: string
      readonly call: string
      readonly evidence: 'explicit' | 'stream' | 'structural'
      readonly continues: boolean
      readonly note: string
      readonly at: number
    }
  /** `call` waited for `agent`, wrote to it or stopped it: a part of its life that started no work. */
  | { readonly kind: 'agent_attended'; readonly agent: string; readonly call: string; readonly at: number }
  /** A group of agents (a workflow) hangs under the thread that made `call`. */
  | { readonly kind: 'group_called'; readonly group: string; readonly call: string; readonly thread: string; readonly at: number }
  | { readonly kind: 'turn_started'; readonly thread: string; readonly prompt: PromptKey | null; readonly at: number }
  /**
   * The harness woke the thread: it works again though nobody asked anything. `endIsTold`: its records also say when each turn ends,
   * so that nothing else speaks for it while one is open.
   */
  | { readonly kind: 'turn_reopened'; readonly thread: string; readonly endIsTold?: true; readonly at: number }
  /** `sure` false: the text may still be followed by a tool call of the same response. */
  | {
      readonly kind: 'turn_ended'
      readonly thread: string
      readonly how: Ending
      readonly sure: boolean
      readonly message: string | null
      /** What failed, a response or a tool call: one failure, however often it is said. Absent: each time it is said. */
      readonly of?: string
      readonly at: number
    }
  | { readonly kind: 'item_added'; readonly thread: string; readonly label: string | null; readonly at: number }
  | {
      readonly kind: 'tool_called'
      readonly thread: string
      readonly call: string
      readonly label: string
      /** It only waits for other agents: never what a person is asked about. */
      readonly isWait?: true
      readonly at: number
    }
  | {
      readonly kind: 'tool_answered'
      readonly thread: string
      readonly call: string
      readonly isError: boolean
      readonly at: number
    }
  /** A tool call that starts a session of a product, this one or another: its run is found by time, folder and words. */
  | {
      readonly kind: 'session_launched'
      readonly thread: string
      readonly call: string
      readonly provider: string
      /** The beginning of the command. */
      readonly command: string
      /** What it quotes as prompts; null: what it asks may come from anywhere. */
      readonly prompts: readonly string[] | null
      readonly at: number
    }
  | {
      readonly kind: 'usage_counted'
      readonly thread: string
      /** The response's own id: counted once however often it is written. */
      readonly response: string
      /** Id of the record that said it: copies of a record in another run share it. */
      readonly record: string
      readonly model: string | null
      readonly tokens: TokenCounts
      /** What the product itself says it cost, in dollars; absent: it says nothing. */
      readonly cost?: number
      /** Tokens that the model could take in; absent: not said. */
      readonly contextLimit?: number
      /** How full the context is after it; absent: as full as what went in. */
      readonly context?: number
      readonly at: number
    }
  | {
      readonly kind: 'agent_ended'
      readonly agent: string
      readonly how: Ending
      readonly voice: EndingVoice
      /** Why it failed; absent: not said. */
      readonly message?: string | null
      readonly at: number
    }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string }

/** What a side file, a journal or a first record says about an agent. Absent fields are not said. */
export interface AgentSays {
  readonly type?: string
  readonly name?: string
  readonly description?: string
  readonly model?: string
  /** The call that started it, written by the tool itself. */
  readonly call?: string
  readonly parent?: string
  /** Nobody wrote down the parent: why it is thought to be that one. */
  readonly guess?: string
  /** The guess rests on nothing but that no other run was at work. */
  readonly isOnlyActive?: boolean
  /** The guess is no guess any more: its process descends from the parent's. */
  readonly isProved?: boolean
  readonly depth?: number
  readonly group?: string
  readonly background?: boolean
  readonly finished?: boolean
  readonly stopped?: boolean
  /** It serves the harness and is no work that anybody asked for. */
  readonly hidden?: 'title' | 'summary' | 'helper'
  /** Where `parent` is said, for a person who asks; absent: in the side file. */
  readonly note?: string
}

export interface CallSays {
  readonly name: string
  /** False: a tool not known to spawn; it is a call only if its answer or a side file names an agent. */
  readonly sure: boolean
  readonly type: string | null
  readonly agentName: string | null
  readonly description: string | null
  readonly prompt: PromptKey | null
  readonly background: boolean | null
  /** Id of the agent this call continues instead of starting one. */
  readonly continues: string | null
}
