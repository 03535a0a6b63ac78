import { z } from 'zod'
import { AgentKey, ProviderId, RunUri } from '../ids'

/** `headless`: steered from here. `terminal`: the product's own interface, in a terminal of ours. */
export const LaunchWay = z.enum(['headless', 'terminal'])
export type LaunchWay = z.infer<typeof LaunchWay>

/** What the new session goes on from. `key` null: the run's own conversation. `at`: number of the transcript item it is cut after; null: its end. */
export const LaunchOrigin = z.object({
  /**
   * `resume`: the same conversation goes on. `fork`: a copy of it does. `continue`: an agent's conversation becomes a session of its own.
   * `render`: a new session whose first prompt tells what was said. `join`: a terminal is opened at the session where it runs; it stays its holder's.
   */
  how: z.enum(['resume', 'fork', 'continue', 'render', 'join']),
  run: RunUri,
  key: AgentKey.nullable(),
  at: z.number().int().nonnegative().nullable(),
})
export type LaunchOrigin = z.infer<typeof LaunchOrigin>

/** What a person wants to be started. Texts are taken literally: nothing here ever meets a shell. */
export const LaunchWish = z.object({
  provider: ProviderId,
  way: LaunchWay,
  /** Absolute. */
  folder: z.string().max(4096),
  /** Empty: the session opens and waits (terminal), or is asked later (resume, fork, continue). */
  prompt: z.string(),
  model: z.string().max(200).nullable(),
  agent: z.string().max(200).nullable(),
  /** One of the product's own modes (`ProgramFound.modes`); null: its default. */
  mode: z.string().max(100).nullable(),
  /** Arguments to add, one each. */
  extra: z.array(z.string().max(8192)).max(64),
  origin: LaunchOrigin.nullable(),
  /** The id that a plan has chosen for the session it would write: what was shown is what runs. Absent: none was chosen yet. */
  session: z.uuid().optional(),
})
export type LaunchWish = z.infer<typeof LaunchWish>
