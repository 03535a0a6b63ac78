import { z } from 'zod'
import { ProviderId } from '../ids'
import { LaunchWay } from './launchWish'

/** One product as it can be started here, or why it cannot. */
export const ProgramFound = z.object({
  provider: ProviderId,
  label: z.string(),
  /** Null: not found. */
  path: z.string().nullable(),
  version: z.string().nullable(),
  /** Why it cannot be started and what to do. Null: it can. */
  problem: z.string().nullable(),
  /** It is there and has not said its version yet: asked again in a moment, it may have. */
  isSlow: z.boolean(),
  /** The command that installs it, to copy. */
  howToGet: z.string(),
  ways: z.array(LaunchWay),
  /** Permission modes it takes; the first is what it does when none is chosen. */
  modes: z.array(z.object({ id: z.string(), label: z.string(), note: z.string() })),
  /** Names to offer; any other may be typed. */
  models: z.array(z.string()),
  /** In the folder that was asked about. */
  agents: z.array(z.string()),
})
export type ProgramFound = z.infer<typeof ProgramFound>
