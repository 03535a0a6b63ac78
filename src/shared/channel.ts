import { z } from 'zod'
import { Instant } from './views'

/** A server or a socket where a product tells what happens. */
export const Channel = z.object({
  provider: z.string(),
  /** Unique among those of one provider; as a person would write it: with `~` for the home folder. */
  name: z.string(),
  /** `refused`: it wants a password, or does not take us. */
  state: z.enum(['connected', 'reconnecting', 'down', 'refused']),
  version: z.string().nullable(),
  /** When this state began; null: not known. */
  since: Instant.nullable(),
  /** When the next attempt is due; null: none is. */
  retryAt: Instant.nullable(),
  /** What cannot be seen and why; null: nothing is missing. */
  note: z.string().nullable(),
  /** How often it has only said that it is still there. Absent: never. */
  beats: z.object({ count: z.number().int().positive(), last: Instant.nullable() }).optional(),
})
export type Channel = z.infer<typeof Channel>
