import { z } from 'zod'
import { Instant } from './views'

const whole = z.number().int().nonnegative()

/** A stretch of a long text. `next` null: it ends here. Lengths count UTF-16 units. */
export const TextPart = z.object({ text: z.string(), from: whole, total: whole, next: whole.nullable() })
export type TextPart = z.infer<typeof TextPart>

/**
 * Which text of an item: its own, its tool's input or output as text, or the whole record as it lies on disk. `raw`: of no item, the
 * number is the place of a record that is part of none.
 */
export const PartName = z.enum(['text', 'input', 'output', 'record', 'raw'])
export type PartName = z.infer<typeof PartName>

/** An image of an item, base64 in portions; `count`: how many the item has. */
export const ImagePart = z.object({
  mediaType: z.string(),
  data: z.string(),
  from: whole,
  total: whole,
  next: whole.nullable(),
  count: whole,
})
export type ImagePart = z.infer<typeof ImagePart>

/**
 * Numbers of items that hold the text, in order; `total`: how many items the transcript has. `isComplete` false: a question is worked
 * on for a moment only; ask again with `next` as `from`, also when nothing was found yet.
 */
export const FoundItems = z.object({
  hits: z.array(whole).readonly(),
  total: whole,
  isComplete: z.boolean(),
  next: whole.nullable(),
})
export type FoundItems = z.infer<typeof FoundItems>

export const ToolRow = z.object({
  name: z.string(),
  count: whole,
  errors: whole,
  running: whole,
  durationMs: z.number().nullable(),
  items: z.array(whole).readonly(),
})
export type ToolRow = z.infer<typeof ToolRow>

/** `allowed`, `denied`: what the product recorded of the agent's restrictions; null: it recorded nothing. */
export const ToolTable = z.object({
  rows: z.array(ToolRow).readonly(),
  allowed: z.array(z.string()).readonly().nullable(),
  denied: z.array(z.string()).readonly().nullable(),
  permissionMode: z.string().nullable(),
})
export type ToolTable = z.infer<typeof ToolTable>

/** The numbers of an agent that can be opened. */
export const NumberName = z.enum(['tokens', 'cost', 'context', 'tools', 'errors', 'elapsed'])
export type NumberName = z.infer<typeof NumberName>

/** What one number is made of: a row per record, counted once; `sum` of the rows is what the node shows. */
export const NumberSources = z.object({
  name: NumberName,
  unit: z.enum(['tokens', 'usd', 'calls', 'ms']),
  sum: z.number().nullable(),
  rows: z
    .array(
      z.object({
        label: z.string(),
        at: Instant.nullable(),
        value: z.number().nullable(),
        parts: z.record(z.string(), z.number()),
        source: z.object({ path: z.string(), offset: whole.nullable(), line: whole.nullable() }).nullable(),
        /** The item to jump to, where the record has one. */
        n: whole.nullable(),
      }),
    )
    .readonly(),
  /** How many rows there are in all; `rows` holds at most a thousand, the latest. */
  total: whole,
  /** How it was reckoned, in a sentence. */
  note: z.string(),
})
export type NumberSources = z.infer<typeof NumberSources>
