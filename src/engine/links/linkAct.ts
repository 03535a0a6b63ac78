import { z } from 'zod'
import { type Correction, type Corrections, NO_CORRECTIONS } from '../../core/model/corrections'
import { LinkChange, LinkPlace } from '../../shared/linkChange'
import { Instant } from '../../shared/views'

/** One thing a person did to the place of one agent, as it is kept. */
export const LinkAct = z.object({
  at: Instant,
  author: z.literal('person'),
  /** The run's address. */
  run: z.string().min(1),
  /** What the agent was called then: its id, its call, or both. */
  agent: z.object({ id: z.string().min(1).nullable(), call: z.string().min(1).nullable() }),
  /** A parent is named by its id. */
  change: LinkChange,
  before: LinkPlace,
  after: LinkPlace,
  /** Taken back, and the next to be done again; a new act forgets it. */
  undone: z.boolean(),
})
export type LinkAct = z.infer<typeof LinkAct>

/** What holds for one run after all its acts. */
export function correctionsOf(acts: readonly LinkAct[], run: string): Corrections {
  const corrections = new Map<string, Correction>()
  for (const act of acts) {
    if (act.run !== run || act.undone) continue
    const { id, call } = act.agent
    // The agent of a call may have been known only later: what was said of the call is about it.
    if (id !== null) corrections.delete(id)
    if (call !== null) corrections.delete(call)
    const name = id ?? call
    const correction = correctionOf(act)
    if (name !== null && correction) corrections.set(name, correction)
  }
  return corrections.size === 0 ? NO_CORRECTIONS : corrections
}

function correctionOf({ change, at: instant }: LinkAct): Correction | null {
  const at = Date.parse(instant)
  switch (change.kind) {
    case 'place':
      return { kind: 'place', parent: change.parent, call: change.call, at }
    case 'unlink':
    case 'hide':
      return { kind: change.kind, at }
    case 'clear':
      return null
    default:
      return change satisfies never
  }
}
