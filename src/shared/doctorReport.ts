import { z } from 'zod'
import { Channel } from './channel'
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
  /** Databases and the like that hold conversations; `path` relative to the provider's root. */
  stores: z
    .array(
      z.object({
        provider: z.string(),
        path: z.string(),
        conversations: count,
        bytes: count.nullable(),
        note: z.string().nullable(),
      }),
    )
    .readonly(),
  /** Servers and sockets that tell more than the files do. */
  channels: z.array(Channel).readonly(),
  /** What of a product cannot be seen here, and why, one sentence each. */
  limits: z.array(z.object({ provider: z.string(), text: z.string() })).readonly(),
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
