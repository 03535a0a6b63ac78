import { z } from 'zod'
import { AskId } from './drive/ask'
import { AgentKey, ProviderId, RunUri } from './ids'
import { Instant } from './views'

export const AttentionKind = z.enum(['permission', 'question', 'failed', 'stuck', 'finished'])
export type AttentionKind = z.infer<typeof AttentionKind>

/** Something that waits for a person. `id` stays the same while it is the same matter. */
export const AttentionItem = z.object({
  id: z.string(),
  kind: AttentionKind,
  run: RunUri,
  key: AgentKey,
  provider: ProviderId,
  runTitle: z.string(),
  /** Root first, the agent itself last. */
  path: z.array(z.object({ key: AgentKey, label: z.string(), type: z.string().nullable() })).readonly(),
  /** One line: what it asks, why it failed, what it did last, what it returned. */
  detail: z.string(),
  since: Instant,
  /** It can be answered here. Absent: it was not started here, or nothing is asked. */
  ask: AskId.optional(),
})
export type AttentionItem = z.infer<typeof AttentionItem>

/** The whole list, oldest first. `fresh`: ids that were not in the list before, and that a person may be told of. */
export const Attention = z.object({
  items: z.array(AttentionItem).readonly(),
  fresh: z.array(z.string()).readonly(),
  /** How many of each kind there is no room for, without what can be answered here: a page has that anyway. Absent: none. */
  more: z.partialRecord(AttentionKind, z.number().int().positive()).optional(),
})
export type Attention = z.infer<typeof Attention>
