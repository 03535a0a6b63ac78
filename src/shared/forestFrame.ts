import { z } from 'zod'
import { AgentKey, RunUri } from './ids'
import { AgentView, RunRow } from './views'

const seq = z.number().int().nonnegative()

/**
 * One followed run. `begin` forgets what was known; the agents of the snapshot follow as patches with `isWhole: false` until the last one.
 * `seq` counts from 0 at `begin` without gaps; a client that sees a gap follows the run anew. Agents whose parent is null, the root
 * apart, are unplaced. Texts in views are clamped for the wire: whole ones are in the transcript.
 */
export const ForestFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), run: RunUri, seq, root: AgentKey }),
  z.object({
    kind: z.literal('patch'),
    run: RunUri,
    seq,
    /** Null: as before. */
    row: RunRow.nullable(),
    agents: z.array(AgentView).readonly(),
    removed: z.array(AgentKey).readonly(),
    /** False while more of the snapshot is on its way. */
    isWhole: z.boolean(),
  }),
  /** The run's files are gone. */
  z.object({ kind: z.literal('gone'), run: RunUri, seq }),
])
export type ForestFrame = z.infer<typeof ForestFrame>
