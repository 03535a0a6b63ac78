import { z } from 'zod'
import { Instant } from './views'

const whole = z.number().int().nonnegative()

/** How many records that are part of no item lie before an item; before item `total`: behind the last one. */
export const RawGap = z.object({ before: whole, count: whole })
export type RawGap = z.infer<typeof RawGap>

/**
 * Where records lie that are part of no item, in order, from the asked one on. `total`: how many are known. `next`: ask again from
 * there, at once; null: these are all there are now. With another `revision` nothing that was told before holds.
 */
export const RawGaps = z.object({ revision: whole, total: whole, gaps: z.array(RawGap).readonly(), next: whole.nullable() })
export type RawGaps = z.infer<typeof RawGaps>

/** One record that is part of no item. */
export const RawRecord = z.object({
  before: whole,
  /** As its product calls it; null: it does not say, or cannot be read. */
  type: z.string().nullable(),
  subtype: z.string().nullable(),
  at: Instant.nullable(),
  bytes: whole,
  /** The name by which `readText` reads it. */
  place: whole,
  /** `offset` null: it lies in a store. */
  source: z.object({ path: z.string(), offset: whole.nullable() }),
})
export type RawRecord = z.infer<typeof RawRecord>

/** At least one where there is one. */
export const RawPage = z.object({ revision: whole, from: whole, records: z.array(RawRecord).readonly() })
export type RawPage = z.infer<typeof RawPage>
