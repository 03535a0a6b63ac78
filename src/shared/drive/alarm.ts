import { z } from 'zod'
import { AgentKey, RunUri } from '../ids'

/** What a person who looks elsewhere is told once, and no agent says of itself: a limit that was passed, a start that failed. */
export const Alarm = z.object({
  id: z.string(),
  /** The switch of the settings it goes by. */
  about: z.enum(['needsYou', 'failed']),
  title: z.string(),
  body: z.string(),
  /** Null: it never came to a run. */
  run: RunUri.nullable(),
  /** Null: the run itself. */
  key: AgentKey.nullable(),
})
export type Alarm = z.infer<typeof Alarm>
