import { z } from 'zod'
import { LaunchOrigin } from './launchWish'

/** In the order of the ladder: the strongest that is safe comes first. */
export const ActName = z.enum([
  'focus',
  'join',
  'resume',
  'fork',
  'continue',
  'render',
  'ask_parent',
  'interrupt',
  'stop_agent',
  'pause',
  'stop',
])
export type ActName = z.infer<typeof ActName>

/** Something that can be done with a run or an agent, or the reason why it cannot. */
export const OfferedAct = z.object({
  name: ActName,
  label: z.string(),
  /** Null: it can be done. */
  reason: z.string().nullable(),
  /** What a person could type instead, whether or not it can be done from here. */
  command: z.string().nullable(),
  /** For acts that start a session: what the dialog begins with. */
  origin: LaunchOrigin.nullable(),
  /** It runs in a terminal alone. */
  isTerminalOnly: z.boolean(),
})
export type OfferedAct = z.infer<typeof OfferedAct>
