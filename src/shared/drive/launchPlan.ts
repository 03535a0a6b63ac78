import { z } from 'zod'

const whole = z.number().int().nonnegative()

/** Exactly what will run, said before it does. */
export const LaunchPlan = z.object({
  /** Program first. What goes in by another way than the command is told in `notes`. */
  argv: z.array(z.string()).min(1),
  /** The same, quoted so that it can be pasted into a shell. */
  command: z.string(),
  folder: z.string(),
  /** The id of the new session, where it is chosen here: said back with the start, so that this very command runs. */
  session: z.string().optional(),
  /** One sentence each: what it writes, what it leaves out, what it cannot restore. */
  notes: z.array(z.string()),
  /** What of an earlier conversation goes along. Null: nothing does. */
  context: z
    .object({
      messages: whole,
      bytes: whole,
      /** About. */
      tokens: whole,
      limit: whole.nullable(),
      /** By kind, in the order in which they are sent. `isLeftOut`: it stays behind, and `label` says why. `count` 0: nothing that could be counted. */
      parts: z.array(z.object({ label: z.string(), count: whole, tokens: whole, isLeftOut: z.boolean() })),
    })
    .nullable(),
})
export type LaunchPlan = z.infer<typeof LaunchPlan>

/** Why it is not done. `offers`: what can be done instead. */
export const LaunchRefusal = z.object({
  code: z.enum(['no_program', 'old_program', 'no_folder', 'bad_value', 'live_elsewhere', 'not_possible', 'not_found', 'failed']),
  /** What happened, what it means. */
  message: z.string(),
  /** What to do. Null: nothing helps. */
  advice: z.string().nullable(),
  /** A command to copy. */
  command: z.string().nullable(),
  offers: z.array(z.enum(['fork', 'continue', 'render', 'join'])),
  /** Who holds the session, where that is the reason. */
  owner: z.object({ pid: whole.nullable(), words: z.string() }).nullable(),
})
export type LaunchRefusal = z.infer<typeof LaunchRefusal>
