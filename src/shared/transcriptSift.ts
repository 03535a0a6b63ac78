import { z } from 'zod'
import { Instant, type ItemKind } from './views'

const whole = z.number().int().nonnegative()

/** Kinds as a reader tells them apart: a compaction is a notice, a call that failed is an error besides. */
export const SiftKind = z.enum(['prompt', 'text', 'thinking', 'tool', 'error', 'notice'])
export type SiftKind = z.infer<typeof SiftKind>

/** Which items of a transcript are wanted: of any of these kinds or tools, and of this time. No kind and no tool: all of them. */
export const Sift = z.object({
  kinds: z.array(SiftKind).readonly(),
  tools: z.array(z.string().max(100)).max(200).readonly(),
  from: Instant.nullable(),
  /** Behind the last one. */
  to: Instant.nullable(),
})
export type Sift = z.infer<typeof Sift>

/** Numbers of wanted items from the asked one on, in order; `next`: ask again from there. The counts are of the whole transcript. */
export const SiftedItems = z.object({
  shown: z.array(whole).readonly(),
  total: whole,
  next: whole.nullable(),
  kinds: z.partialRecord(SiftKind, whole),
  /** The most used first. */
  tools: z.array(z.object({ name: z.string(), count: whole })).readonly(),
  last: Instant.nullable(),
})
export type SiftedItems = z.infer<typeof SiftedItems>

export interface Siftable {
  readonly kind: ItemKind
  readonly tool: string | null
  readonly isError: boolean
  /** Milliseconds since the epoch; NaN: its record has no time. */
  readonly at: number
}

export function kindsOf({ kind, isError }: Siftable): readonly SiftKind[] {
  const own = kind === 'compaction' ? 'notice' : kind
  return isError && own !== 'error' ? [own, 'error'] : [own]
}

/** What has no time is in no stretch of time. */
export function isWanted(item: Siftable, { kinds, tools, from, to }: Sift): boolean {
  if (from !== null && !(item.at >= Date.parse(from))) return false
  if (to !== null && !(item.at < Date.parse(to))) return false
  if (kinds.length + tools.length === 0) return true
  return (item.tool !== null && tools.includes(item.tool)) || kindsOf(item).some((kind) => kinds.includes(kind))
}
