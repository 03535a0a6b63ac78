import type { Result } from '../shared/result'

/** An agent that is to become a session of its own, and how. Everything from outside is said: the clock, the release, whether it runs. */
export interface PromotionRequest {
  /** The provider's folder (absolute). */
  readonly root: string
  /** The agent's transcript, its path below `root`. */
  readonly source: string
  /** Id of the run it belongs to. */
  readonly run: string
  /** The agent's own id. */
  readonly agent: string
  /** What is known of it from elsewhere, where its own side file says nothing. */
  readonly agentType: string | null
  readonly description: string | null
  /** The last message to keep, by the id of its record or of the model's response, or the last that begins up to a byte; null: all of it. */
  readonly at: string | number | null
  /** Calls without a result at the end: answered as interrupted, or left out with the whole response that made them. */
  readonly openCalls: 'answer' | 'cut'
  /** Where the new session is to work; null: where the agent worked. */
  readonly folder: string | null
  /** Release of the program that will go on with it; null: not known. */
  readonly version: string | null
  /** It is at work in this moment. */
  readonly isRunning: boolean
  readonly title: string | null
  readonly nowMs: number
  /** The id that the new session gets. Absent: one is chosen when it is written. */
  readonly session?: string | null
}

/** What the promotion would be; nothing has been written. */
export interface PromotionPlan {
  readonly title: string
  /** Messages as the model will see them. */
  readonly messages: number
  readonly sizeBytes: number
  /** How full the context will be at least; null: no response was recorded. */
  readonly tokensEstimate: number | null
  /** The record that it ends with, and how many messages after it stay behind. */
  readonly cut: { readonly last: string | null; readonly leftOut: number }
  /** The folder to start in (absolute). */
  readonly folder: string
  /** Arguments of the product's program. Of a plan for a session without an id `SESSION` stands for it. */
  readonly argv: readonly string[]
  /** What a person should know before starting it. */
  readonly notes: readonly string[]
}

/** The address of the agent, and the last record taken of it. */
export interface PromotionOrigin {
  readonly run: string
  readonly agent: string
  readonly record: string | null
}

export interface Promoted extends PromotionPlan {
  readonly session: string
  /** The new file (absolute). */
  readonly file: string
  readonly origin: PromotionOrigin
}

export type PromotionReason =
  | 'unreadable'
  | 'no_conversation'
  | 'warmup'
  | 'damaged'
  | 'no_such_message'
  | 'history_missing'
  | 'nested_fork'
  | 'old_version'
  | 'folder_gone'
  | 'not_written'

export interface PromotionRefusal {
  readonly reason: PromotionReason
  /** One sentence for a person. */
  readonly message: string
}

/** How a product makes sessions out of agents. */
export interface Promotion {
  plan(request: PromotionRequest): Promise<Result<PromotionPlan, PromotionRefusal>>
  /** Writes one new file and nothing else. */
  promote(request: PromotionRequest): Promise<Result<Promoted, PromotionRefusal>>
}
