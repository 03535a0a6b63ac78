import { z } from 'zod'
import { Problem } from './views'

const count = z.number().int().nonnegative()
const names = z.array(z.string()).readonly()

const RootReport = z.object({
  provider: z.string(),
  path: z.string(),
  state: z.enum(['found', 'missing', 'unreadable']),
  runs: count,
  files: count,
  bytes: count,
  note: z.string().nullable(),
})

/** `doctor --json`: what the engine found, watches, ignores and doubts. The one answer that names folders of this machine. */
export const DoctorReport = z.object({
  version: z.string(),
  node: z.string(),
  stateFolder: z.string(),
  roots: z.array(RootReport).readonly(),
  clis: z.array(z.object({ provider: z.string(), path: z.string().nullable(), version: z.string().nullable() })).readonly(),
  watch: z.object({
    mode: z.enum(['events', 'polling', 'mixed', 'off']),
    folders: count,
    limit: count.nullable(),
    note: z.string().nullable(),
  }),
  index: z.object({ state: z.enum(['fresh', 'rebuilt', 'absent']), note: z.string().nullable(), runs: count }),
  ignored: z.object({ warmupAgents: count, phantomSessions: count }),
  unknownRecordTypes: z.array(z.object({ type: z.string(), count, version: z.string().nullable() })).readonly(),
  skimMismatches: names,
  prices: z.object({ dated: z.string(), source: z.string(), unknownModels: names }),
  problems: z.array(Problem).readonly(),
})
export type DoctorReport = z.infer<typeof DoctorReport>
