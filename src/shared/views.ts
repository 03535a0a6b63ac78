import { z } from 'zod'
import { AgentKey, ProviderId, RunUri } from './ids'

/** UTC ISO 8601 with milliseconds. */
export const Instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const count = z.number().int().nonnegative()

export const Usage = z.object({
  input: count,
  cacheWrite: count,
  cacheRead: count,
  output: count,
  reasoning: count,
  requests: count,
})
export type Usage = z.infer<typeof Usage>

export const Status = z.enum(['pendingInit', 'running', 'completed', 'errored', 'shutdown', 'notFound'])
export type Status = z.infer<typeof Status>

export const Phase = z.enum([
  'starting',
  'running',
  'waiting',
  'completed',
  'failed',
  'interrupted',
  'stopped',
  'orphaned',
  'unknown',
])
export type Phase = z.infer<typeof Phase>

export const StatusSource = z.enum(['protocol', 'parent_rollout', 'child_rollout', 'inferred'])
export type StatusSource = z.infer<typeof StatusSource>

export const Evidence = z.enum(['explicit', 'stream', 'structural', 'prompt-match', 'single-active', 'manual', 'none'])
export type Evidence = z.infer<typeof Evidence>

export const Problem = z.object({
  code: z.string(),
  /** Path relative to the provider's root. */
  source: z.string(),
  line: z.number().int().nullable(),
  message: z.string(),
})
export type Problem = z.infer<typeof Problem>

export const AgentView = z.object({
  key: AgentKey,
  id: z.string().nullable(),
  uri: z.string().nullable(),
  parent: AgentKey.nullable(),
  number: z.number().int(),
  depth: count,
  call: z.string().nullable(),
  callName: z.string().nullable(),
  calls: z.array(z.string()),
  /** Calls that waited for it, wrote to it or stopped it without starting work. Absent: none. */
  attended: z.array(z.string()).optional(),
  type: z.string().nullable(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  prompt: z.string().nullable(),
  model: z.string().nullable(),
  background: z.boolean(),
  hidden: z.enum(['warmup', 'title', 'summary', 'helper', 'user']).nullable(),
  status: Status,
  status_source: StatusSource,
  phase: Phase,
  waitingFor: z.enum(['permission', 'question']).nullable(),
  activity: z.string().nullable(),
  /** It failed and tries again, then `activity` says why. Null: nobody says when. Absent: it does not. */
  retryAt: Instant.nullable().optional(),
  error: z.string().nullable(),
  link: z.object({ evidence: Evidence, ambiguous: z.boolean(), note: z.string() }),
  started: Instant.nullable(),
  updated: Instant.nullable(),
  ended: Instant.nullable(),
  durationMs: z.number().nullable(),
  tools: count,
  messages: count,
  errors: count,
  usage: z.object({ own: Usage, total: Usage }),
  cost: z.object({ own: z.number().nullable(), total: z.number().nullable() }),
  context: z.object({ tokens: count, limit: z.number().int().nullable() }),
  /** `restarts`: how often the file began anew while it was read; whoever shows its text reads it again when this changes. */
  source: z.object({ path: z.string(), sessionId: z.string(), restarts: count.optional() }).nullable(),
  /** Of an agent of another product's session: that product. Absent: the run's own. */
  provider: ProviderId.optional(),
  /** Why its transcript, or a part of it, could not be read. Absent: all of it was. */
  unreadable: z.string().nullable().optional(),
})
export type AgentView = z.infer<typeof AgentView>

export const Totals = z.object({
  agents: count,
  running: count,
  waiting: count,
  failed: count,
  byType: z.record(z.string(), count),
})
export type Totals = z.infer<typeof Totals>

export const Cost = z.object({
  usd: z.number().nullable(),
  complete: z.boolean(),
  source: z.enum(['recorded', 'estimated']),
})
export type Cost = z.infer<typeof Cost>

/** What a tree and a list say of a run alike. */
const runHead = {
  uri: RunUri,
  provider: ProviderId,
  id: z.string(),
  title: z.string(),
  cwd: z.string().nullable(),
  project: z.string().nullable(),
  /** The branch its last record names. Absent: none was named. */
  branch: z.string().nullable().optional(),
  version: z.string().nullable(),
  started: Instant.nullable(),
  updated: Instant.nullable(),
  ended: Instant.nullable(),
  live: z.boolean(),
}

/** `tree <uri> --json`: CONTRACT §4. */
export const TreeView = z.object({
  schema: z.literal(1),
  ...runHead,
  forkedFrom: z.string().nullable(),
  root: AgentKey,
  agents: z.array(AgentView),
  unplaced: z.array(AgentView),
  totals: Totals,
  usage: Usage,
  cost: Cost,
  problems: z.array(Problem),
})
export type TreeView = z.infer<typeof TreeView>

const AgentCounts = z.object({ total: count, running: count, waiting: count, failed: count })

/** `list --json`: CONTRACT §5. */
export const RunRow = z.object({
  ...runHead,
  status: Status,
  phase: Phase,
  status_source: StatusSource,
  model: z.string().nullable(),
  agents: AgentCounts,
  usage: Usage,
  cost: Cost,
  /** With the sessions of other products in its tree; those have rows of their own, so that a list counts them once. Absent: there are none. */
  whole: z.object({ agents: AgentCounts, usage: Usage, cost: Cost }).optional(),
  sizeBytes: count,
  /** Why its main transcript could not be read. Absent: it was. */
  unreadable: z.string().nullable().optional(),
  forkedFrom: z.string().nullable(),
  /** A person has changed links in it. Absent: nobody has, or nobody follows it. */
  corrected: z.object({ canUndo: z.boolean(), canRedo: z.boolean() }).optional(),
})
export type RunRow = z.infer<typeof RunRow>

export const WatchedAgent = AgentView.extend({ run: RunUri })
export type WatchedAgent = z.infer<typeof WatchedAgent>

/** `watch --json`: CONTRACT §6. */
export const WatchFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('snapshot'), seq: z.literal(0), runs: z.array(RunRow), agents: z.array(WatchedAgent) }),
  z.object({
    kind: z.literal('patch'),
    seq: z.number().int().positive(),
    at: Instant,
    runs: z.array(RunRow),
    agents: z.array(WatchedAgent),
    removed: z.array(z.string()),
  }),
])
export type WatchFrame = z.infer<typeof WatchFrame>

export const ItemKind = z.enum(['prompt', 'text', 'thinking', 'tool', 'notice', 'compaction', 'error'])
export type ItemKind = z.infer<typeof ItemKind>

export const TranscriptItem = z.object({
  n: count,
  at: Instant.nullable(),
  kind: ItemKind,
  role: z.enum(['user', 'assistant', 'system']),
  text: z.string(),
  model: z.string().nullable(),
  messageId: z.string().nullable(),
  tool: z
    .object({
      name: z.string(),
      callId: z.string(),
      input: z.unknown(),
      output: z.unknown(),
      status: z.enum(['running', 'ok', 'error']),
      durationMs: z.number().nullable(),
      agent: AgentKey.nullable(),
    })
    .nullable(),
  source: z.object({ path: z.string(), offset: count }),
  /** Texts of this item that were cut for the wire, with their whole length; `images`: how many it has. Absent: nothing was cut, none. */
  clamped: z.object({ text: count.optional(), input: count.optional(), output: count.optional() }).optional(),
  images: count.optional(),
})
export type TranscriptItem = z.infer<typeof TranscriptItem>

/** `transcript <uri> --json`: CONTRACT §7. */
export const TranscriptPage = z.object({
  uri: z.string(),
  key: AgentKey,
  total: count,
  from: count,
  items: z.array(TranscriptItem),
})
export type TranscriptPage = z.infer<typeof TranscriptPage>

/** The end of a transcript before the rest of it has been read: `n` counts from the first item here, and how many lie before is not known yet. */
export const TranscriptTail = z.object({ uri: z.string(), key: AgentKey, items: z.array(TranscriptItem) })
export type TranscriptTail = z.infer<typeof TranscriptTail>

/** `link list --json`: CONTRACT §9. */
export const LinkRow = z.object({
  key: AgentKey,
  agent: z.string().nullable(),
  parent: AgentKey.nullable(),
  evidence: z.array(
    z.object({
      kind: Evidence,
      note: z.string(),
      at: Instant.nullable(),
      /** Where it was read; path relative to the provider's root. Null: said by hand, or by nothing. */
      source: z.object({ path: z.string(), line: z.number().int().nullable() }).nullable(),
    }),
  ),
  winner: Evidence,
  ambiguous: z.boolean(),
  manual: z.boolean(),
  /** Where a person's word and the files disagree. */
  conflict: z.string().nullable(),
  /** For an agent that nothing could place: the calls that never got one. */
  candidates: z.array(z.object({ parent: AgentKey, call: z.string(), note: z.string() })),
})
export type LinkRow = z.infer<typeof LinkRow>
