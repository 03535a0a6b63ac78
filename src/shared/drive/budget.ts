import { z } from 'zod'
import { AgentKey, RunUri } from '../ids'
import { Instant } from '../views'

const positive = z.number().positive().nullable()

/** Limits of a subtree; null: none. What is ours is stopped where `isStopping`, what is not is warned of. */
export const Budget = z.object({
  run: RunUri,
  /** Null: the whole run. */
  key: AgentKey.nullable(),
  tokens: positive,
  dollars: positive,
  agents: positive,
  depth: positive,
  minutes: positive,
  /** Minutes without a record. */
  silence: positive,
  isStopping: z.boolean(),
})
export type Budget = z.infer<typeof Budget>

/** A limit that was passed. */
export const BudgetBreach = z.object({
  run: RunUri,
  key: AgentKey.nullable(),
  limit: z.enum(['tokens', 'dollars', 'agents', 'depth', 'minutes', 'silence']),
  allowed: z.number(),
  reached: z.number(),
  /** What was done about it. `stopping`: it still works; `failed`: it has gone on for long, and is stopped anew. */
  outcome: z.enum(['warned', 'stopping', 'stopped', 'failed', 'not_ours']),
  /** Of `not_ours`: it was started here, and nothing of it worked any more. */
  hasEnded: z.boolean().optional(),
  /** When it was seen. Absent: passed before that was noted. */
  at: Instant.optional(),
})
export type BudgetBreach = z.infer<typeof BudgetBreach>
