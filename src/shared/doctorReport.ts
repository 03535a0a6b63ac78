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

const DrivingReport = z.object({
  keeper: z.object({
    state: z.enum(['none', 'answers', 'silent']),
    pid: count.nullable(),
    note: z.string().nullable(),
  }),
  /** What runs, also where nobody looks at it. */
  launches: z
    .array(
      z.object({
        /** Its product; of what serves many sessions, its name. */
        provider: z.string(),
        run: z.string().nullable(),
        folder: z.string(),
        pid: count.nullable(),
        since: z.string(),
        isHeld: z.boolean(),
        /** It goes on when no program of ours is there. */
        isKept: z.boolean(),
        isPaused: z.boolean(),
      }),
    )
    .readonly(),
  /** Watched, but too old to be started from here. */
  tooOld: z.array(z.object({ provider: z.string(), version: z.string(), oldest: z.string() })).readonly(),
})
export type DrivingReport = z.infer<typeof DrivingReport>

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
  /** Where it is kept where agents stand whose conversations only programs tell of; null: recordings are played. */
  remembered: z.object({ path: z.string(), children: count, note: z.string().nullable() }).nullable(),
  /** Servers and sockets that tell more than the files do. */
  channels: z.array(Channel).readonly(),
  /** What of a product cannot be seen here, and why, one sentence each. */
  limits: z.array(z.object({ provider: z.string(), text: z.string() })).readonly(),
  /** Sessions that were started here and what holds them; null: not asked. */
  driving: DrivingReport.nullable(),
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
