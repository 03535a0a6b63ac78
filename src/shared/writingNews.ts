import { z } from 'zod'

/** A text that an agent is writing, of which no record holds anything yet: what is new of it. */
export const WritingNews = z.object({
  /** Unique in its transcript. */
  key: z.string(),
  kind: z.enum(['text', 'thinking']),
  /** False: its beginning was not heard. */
  isWhole: z.boolean(),
  /** How much of it was told before; 0: this is its beginning. */
  from: z.number().int().nonnegative(),
  text: z.string(),
})
export type WritingNews = z.infer<typeof WritingNews>
