import { z } from 'zod'
import { RunUri } from './ids'
import { RunRow } from './views'

/** The list of runs, in portions small enough for the wire. `begin` empties the list; rows arrive newest first and again when they change. */
export const RunsFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin') }),
  z.object({ kind: z.literal('rows'), rows: z.array(RunRow).readonly(), removed: z.array(RunUri).readonly() }),
  /** How far the first reading has come; `done === total`: the list is complete. */
  z.object({ kind: z.literal('progress'), done: z.number().int().nonnegative(), total: z.number().int().nonnegative() }),
])
export type RunsFrame = z.infer<typeof RunsFrame>
