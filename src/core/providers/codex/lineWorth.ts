import type { LineHead } from './readLineHead'

/** What a line must be parsed for. */
export interface LineWorth {
  readonly events: boolean
  readonly items: boolean
}

const NOTHING: LineWorth = { events: false, items: false }
const ALL: LineWorth = { events: true, items: true }
const EVENTS: LineWorth = { events: true, items: false }
const ITEMS: LineWorth = { events: false, items: true }

const RECORDS: Readonly<Record<string, LineWorth>> = {
  session_meta: EVENTS,
  turn_context: EVENTS,
  token_usage_record: EVENTS,
  compacted: ALL,
}
const UNTOLD_ITEMS: ReadonlySet<string> = new Set(['additional_tools', 'compaction', 'context_compaction', 'ghost_snapshot'])
const EVENT_TYPES: Readonly<Record<string, LineWorth>> = {
  task_started: EVENTS,
  turn_started: EVENTS,
  task_complete: ALL,
  turn_complete: ALL,
  turn_aborted: EVENTS,
  token_count: EVENTS,
  thread_name_updated: EVENTS,
  sub_agent_activity: EVENTS,
  collab_agent_spawn_end: EVENTS,
  collab_agent_interaction_end: EVENTS,
  collab_waiting_end: EVENTS,
  collab_resume_end: EVENTS,
  entered_review_mode: ALL,
  thread_rolled_back: ITEMS,
  error: ITEMS,
}
const DONE_TYPES: Readonly<Record<string, LineWorth>> = {
  CollabAgentToolCall: EVENTS,
  SubAgentActivity: ALL,
  EnteredReviewMode: ALL,
  Plan: ALL,
}

const ROLE = /"role":"(\w+)"/
const DONE_TYPE = /"item":\{"type":"(\w+)"/
const SILENT_REASONING = /^(?:"id":"[^"]*",)?"summary":\[\],(?:"content":(?:null|\[\]),)?"encrypted_content":/

/** Most lines repeat what others say, or hold text that nobody has asked for. */
export function lineWorth({ type, payload, rest }: LineHead): LineWorth {
  if (type === 'response_item') return worthOfResponse(payload ?? '', rest)
  if (type === 'event_msg') {
    if (payload === 'item_completed') return entry(DONE_TYPES, DONE_TYPE.exec(rest)?.[1] ?? '')
    return entry(EVENT_TYPES, payload ?? '')
  }
  return entry(RECORDS, type)
}

function entry(table: Readonly<Record<string, LineWorth>>, name: string): LineWorth {
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? NOTHING
}

function worthOfResponse(payload: string, rest: string): LineWorth {
  if (payload === 'reasoning') return SILENT_REASONING.test(rest) ? EVENTS : ALL
  if (payload === 'message' && ROLE.exec(rest)?.[1] === 'developer') return ITEMS
  return UNTOLD_ITEMS.has(payload) ? NOTHING : ALL
}
