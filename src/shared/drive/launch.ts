import { z } from 'zod'
import { AgentKey, ProviderId, RunUri } from '../ids'
import { Instant } from '../views'
import { LaunchWay } from './launchWish'
import { Pause } from './pause'

export const LaunchId = z.string().min(1).max(100).brand<'LaunchId'>()
export type LaunchId = z.infer<typeof LaunchId>

/**
 * `starting`: the program runs, the session is not there yet. `working`: in a turn. `idle`: waits for the next message. `paused`: stopped
 * by a signal of ours. `ended`: over; `exit` says how. `failed`: it never came to be, or broke. `adrift`: it runs, but nobody holds its
 * input any more.
 */
export const LaunchPhase = z.enum(['starting', 'working', 'idle', 'paused', 'ended', 'failed', 'adrift'])
export type LaunchPhase = z.infer<typeof LaunchPhase>

/** Why an act cannot be done now; null: it can. */
const hindrance = z.string().nullable()

/** A session that was started here. */
export const Launch = z.object({
  id: LaunchId,
  provider: ProviderId,
  way: LaunchWay,
  /** Null: the product has not named it yet. */
  run: RunUri.nullable(),
  /** The first words of its prompt, or the title of what it goes on from. */
  title: z.string(),
  folder: z.string(),
  command: z.string(),
  pid: z.number().int().nullable(),
  /** Its program is a server of ours that serves other sessions too, and goes on without this one. Absent: not. */
  isShared: z.boolean().optional(),
  phase: LaunchPhase,
  since: Instant,
  started: Instant,
  /** When it was paused before, the oldest first: no part of its working time. The pause that lasts is `since`. Absent: never. */
  pauses: z.array(Pause).optional(),
  exit: z.object({ code: z.number().int().nullable(), signal: z.string().nullable(), at: Instant }).nullable(),
  /** A person's word ended it: no sign of how it did is a fault. Absent: not. */
  wasStopped: z.boolean().optional(),
  /** What went wrong, what it means and what to do. */
  trouble: z.string().nullable(),
  /** The last of what it said to its error output. */
  said: z.string(),
  /** Messages that wait for the turn to end. */
  queued: z.array(z.object({ id: z.string(), text: z.string() })),
  /** How many more wait than are told. Absent: none. */
  moreQueued: z.number().int().positive().optional(),
  /**
   * What becomes of a message while it works. `joins`: it goes into the turn that runs. `between`: into it as well, once a step of it is
   * over, else into the next one. `begins`: its own turn is over, and the next one begins. Absent: it waits for the turn to end.
   */
  midTurn: z.enum(['joins', 'between', 'begins']).optional(),
  model: z.string().nullable(),
  mode: z.string().nullable(),
  modes: z.array(z.object({ id: z.string(), label: z.string() })),
  /** What it goes on from (double edge, S0.21). */
  origin: z.object({ run: RunUri, key: AgentKey.nullable(), how: z.string() }).nullable(),
  can: z.object({ send: hindrance, interrupt: hindrance, stop: hindrance, pause: hindrance, stopAgent: hindrance }),
})
export type Launch = z.infer<typeof Launch>
