import { z } from 'zod'
import { Channel } from './channel'

const count = z.number().int().nonnegative()

/** What the status bar and the first start say. */
export const Health = z.object({
  providers: z
    .array(
      z.object({
        id: z.string(),
        /** What a person calls it. */
        label: z.string(),
        /** As a person would write it: with `~` for the home folder. */
        folder: z.string(),
        state: z.enum(['found', 'missing', 'unreadable']),
        runs: count,
        /** Why it is missing or cannot be read, and what to do. */
        reason: z.string().nullable(),
        /** A command that mends it, if one is known. */
        remedy: z.string().nullable(),
        program: z.object({ path: z.string(), version: z.string().nullable() }).nullable(),
      }),
    )
    .readonly(),
  /** Where products tell more than their files do; empty: nothing of the kind was found. */
  channels: z.array(Channel).readonly(),
  watching: z.object({
    mode: z.enum(['events', 'polling', 'mixed', 'off']),
    folders: count,
    note: z.string().nullable(),
    remedy: z.string().nullable(),
  }),
  index: z.object({ done: count, total: count }),
  unknownRecordTypes: z.array(z.object({ type: z.string(), count, version: z.string().nullable() })).readonly(),
  problems: count,
  /** True while shipped recordings are played instead of a person's own runs. */
  isDemo: z.boolean(),
})
export type Health = z.infer<typeof Health>
