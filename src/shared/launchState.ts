import { z } from 'zod'
import { HeldId } from './ids'

export const maxNoteBytes = 16 * 1024

/** What may go wrong with a launch, in words for a person. `system`: what the operating system called it. */
export const LaunchFault = z.object({
  code: z.enum([
    'program_missing',
    'interpreter_missing',
    'folder_gone',
    'not_executable',
    'too_long',
    'too_many_files',
    'bad_argument',
    'cannot_write',
    'terminal_unavailable',
    'not_a_terminal',
    'not_held',
    'ended',
    'input_ended',
    'backlog_full',
    'keeper_unreachable',
    'other',
  ]),
  system: z.string().nullable(),
  message: z.string(),
})
export type LaunchFault = z.infer<typeof LaunchFault>

export const TerminalSize = z.object({ cols: z.number().int().min(1).max(2000), rows: z.number().int().min(1).max(2000) })
export type TerminalSize = z.infer<typeof TerminalSize>

/** A program in a terminal waits for a person, as it told that terminal; since when. */
export const TerminalAsk = z.object({ kind: z.enum(['permission', 'question']), at: z.number() })
export type TerminalAsk = z.infer<typeof TerminalAsk>

/** What <home>/launches/<id>/state.json says. Written by the keeper alone; whoever finds it after the keeper's death reads on. */
export const LaunchState = z.object({
  format: z.literal(1),
  id: HeldId,
  mode: z.enum(['piped', 'terminal']),
  /** Null: not started, or not yet. */
  pid: z.number().int().positive().nullable(),
  /** Tells this process from a later one of the same number; null where the system does not say. */
  procStart: z.string().nullable(),
  startedAt: z.number(),
  argv: z.array(z.string()),
  cwd: z.string(),
  /** The launcher's own. */
  note: z.json(),
  /** Ended on purpose: why. */
  stoppedBecause: z.string().nullable(),
  /** Left running by choice: it needs nobody. */
  isKept: z.boolean(),
  exited: z.object({ code: z.number().nullable(), signal: z.string().nullable(), at: z.number() }).nullable(),
  failed: LaunchFault.nullable(),
  /** Of an ended terminal: the place of the first byte of `out` in all that it wrote. */
  outFrom: z.number(),
  /** Keepers of before it was heard say nothing of it. */
  asks: TerminalAsk.nullable().default(null),
})
export type LaunchState = z.infer<typeof LaunchState>
