import { z } from 'zod'
import { AgentKey, ProviderId, RunUri } from '../ids'
import { Instant } from '../views'
import { LaunchId } from './launch'

export const AskId = z.string().min(1).max(300).brand<'AskId'>()
export type AskId = z.infer<typeof AskId>

/** One thing an agent asks a person, in a session that was started here. */
export const Ask = z.object({
  id: AskId,
  launch: LaunchId,
  provider: ProviderId,
  run: RunUri.nullable(),
  /** The product's own id of the agent that asks; null: the session's own conversation. */
  agent: z.string().nullable(),
  /** Its place in the tree; null: not there yet. */
  key: AgentKey.nullable(),
  kind: z.enum(['permission', 'question', 'plan']),
  at: Instant,
  /** The tool, in the product's word. */
  tool: z.string().nullable(),
  /** What it is about: a command, a path, a plan. */
  detail: z.string(),
  /** All else that the tool would be given: what a person allows is never only a part of it. */
  fields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  /** Why, in the agent's or the product's words. */
  reason: z.string().nullable(),
  folder: z.string().nullable(),
  /** What a file would look like before and after. `isWhole`: `after` is all of the file. */
  change: z.object({ path: z.string(), before: z.string(), after: z.string(), isWhole: z.boolean().default(false) }).nullable(),
  /** The file that would be written whole is there already. */
  overwrites: z.boolean().default(false),
  /** Nobody but the product has the rest. */
  isCut: z.boolean(),
  /** Told in brief, without its change: `readAsk` tells the whole. */
  isShort: z.boolean().default(false),
  /** Never empty; in the order in which they are offered. */
  options: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** `once` and `always` allow, `deny` lets the agent go on without it, `halt` ends its turn. */
      effect: z.enum(['once', 'always', 'deny', 'halt']),
      /** What it covers, where that is not plain. */
      note: z.string().nullable(),
      takesMessage: z.boolean(),
    }),
  ),
  /** Of a `question`. */
  questions: z.array(
    z.object({
      id: z.string(),
      header: z.string().nullable(),
      text: z.string(),
      isMultiple: z.boolean(),
      takesOwnWords: z.boolean(),
      isSecret: z.boolean(),
      options: z.array(z.object({ label: z.string(), note: z.string().nullable() })),
    }),
  ),
})
export type Ask = z.infer<typeof Ask>

export const AskAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('option'), option: z.string(), message: z.string().max(16_384).nullable() }),
  /** By the question's id; labels of options, or own words. */
  z.object({ kind: z.literal('answers'), answers: z.record(z.string(), z.array(z.string().max(16_384))) }),
])
export type AskAnswer = z.infer<typeof AskAnswer>

/** An ask that is asked no more, and how that came about, as far as it is known. */
export const AskEnd = z.object({
  ask: AskId,
  at: Instant,
  /** An option's effect; `words`: a question had its answers; `answered`: nobody knows how; `over`: its session ended. */
  how: z.enum(['once', 'always', 'deny', 'halt', 'words', 'answered', 'over', 'unknown']),
  /** Of the option, with what it covers. */
  label: z.string().nullable(),
})
export type AskEnd = z.infer<typeof AskEnd>
