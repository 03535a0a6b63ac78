import { z } from 'zod'
import { AgentKey } from './ids'
import { Evidence } from './views'

/** What a person may say about the place of an agent. `clear` takes back all that was said of it. */
export const LinkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), parent: AgentKey, call: z.string().nullable() }),
  z.object({ kind: z.literal('unlink') }),
  z.object({ kind: z.literal('hide') }),
  z.object({ kind: z.literal('clear') }),
])
export type LinkChange = z.infer<typeof LinkChange>

/** Where an agent stands and why. Its key may change with its call. */
export const LinkPlace = z.object({
  key: AgentKey,
  parent: AgentKey.nullable(),
  call: z.string().nullable(),
  evidence: Evidence,
  hidden: z.boolean(),
})
export type LinkPlace = z.infer<typeof LinkPlace>

/** `no_agent`: only an agent can take a call, and nobody is known at this one. */
export const LinkRule = z.enum([
  'cycle',
  'self',
  'other_run',
  'unknown_id',
  'root',
  'call_taken',
  'no_agent',
  'nothing_to_undo',
  'nothing_to_redo',
  'not_stored',
])
export type LinkRule = z.infer<typeof LinkRule>

const changed = { before: LinkPlace, after: LinkPlace }
const refusal = { rule: LinkRule, message: z.string() }

export const LinkChangeAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), ...changed }),
  z.object({ ok: z.literal(false), ...refusal }),
])
export type LinkChangeAnswer = z.infer<typeof LinkChangeAnswer>

export type LinkChanged = Pick<Extract<LinkChangeAnswer, { ok: true }>, 'before' | 'after'>
/** The message is one sentence and names the ids. */
export type LinkRefusal = Pick<Extract<LinkChangeAnswer, { ok: false }>, 'rule' | 'message'>
