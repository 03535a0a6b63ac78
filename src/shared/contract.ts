import { z } from 'zod'
import { DoctorReport } from './doctorReport'
import { AgentKey, ProviderId, RunUri } from './ids'
import type { Contract } from './rpc'
import { LinkRow, RunRow, TranscriptPage, TranscriptTail, TreeView, WatchFrame } from './views'

const whole = z.number().int().nonnegative()

/** One line for the status bar. */
export const Notice = z.object({ level: z.enum(['info', 'warning', 'error']), code: z.string(), message: z.string() })
export type Notice = z.infer<typeof Notice>

/** Every call and every feed between the engine and a page, said once. */
export const contract = {
  calls: {
    /** Newest first. `project`: rows whose project is that folder or lies below it. */
    listRuns: {
      input: z.object({
        provider: ProviderId.nullable(),
        project: z.string().nullable(),
        liveOnly: z.boolean(),
        limit: whole.nullable(),
      }),
      output: z.array(RunRow).readonly(),
    },
    /** The run as it stands after patch number `seq`; a client that later sees a gap opens it anew. */
    openRun: { input: z.object({ run: RunUri }), output: z.object({ seq: whole, tree: TreeView }) },
    /** The last `limit` items before item number `before` (null: the end). `key` null: the run's own agent. */
    readTranscript: {
      input: z.object({
        run: RunUri,
        key: AgentKey.nullable(),
        before: whole.nullable(),
        limit: z.number().int().positive().max(1000),
      }),
      output: TranscriptPage,
    },
    /** What a panel shows at once, before `readTranscript` knows how many items there are. */
    readTail: {
      input: z.object({ run: RunUri, key: AgentKey.nullable(), limit: z.number().int().positive().max(1000) }),
      output: TranscriptTail,
    },
    listLinks: { input: z.object({ run: RunUri }), output: z.array(LinkRow).readonly() },
    doctor: { input: z.object({}), output: DoctorReport },
  },
  feeds: { patches: WatchFrame, notices: Notice },
} satisfies Contract
