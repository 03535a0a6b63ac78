import type { AgentEvent } from '../../event'
import { asObject, type Json } from '../../readJson'
import { decodeCall, decodeOutput } from './decodeCall'
import { decodeItem } from './decodeItem'
import { decodeMessage } from './decodeMessage'
import { decodeSession, rootRun } from './decodeSession'
import { decodeTokenCount, decodeUsageRecord } from './decodeTokenCount'
import { decodeTurn } from './decodeTurn'
import { answeredCall, readToolCall } from './readToolCall'
import type { RolloutState } from './rolloutState'

/** What one record, the conversation's own, means for the tree. */
export function decodeRecord(state: RolloutState, record: Json, at: number): AgentEvent[] {
  const payload = asObject(record['payload']) ?? {}
  if (record['type'] === 'session_meta') return decodeSession(state, payload)
  return [...rootRun(state), ...decodeKind(state, record, payload, at)]
}

function decodeKind(state: RolloutState, record: Json, payload: Json, at: number): AgentEvent[] {
  switch (record['type']) {
    case 'turn_context':
      return nameModel(state, payload['model'])
    case 'token_usage_record':
      return decodeUsageRecord(state, payload, at)
    case 'compacted':
      return [{ kind: 'item_added', thread: state.thread, label: null, at }]
    case 'response_item':
      return decodeResponse(state, record, payload, at)
    case 'event_msg':
      return decodeEvent(state, payload, at)
    default:
      return []
  }
}

/** Known before anything is counted: some agents never get that far. */
function nameModel(state: RolloutState, model: unknown): AgentEvent[] {
  if (typeof model !== 'string' || model === '' || model === state.model) return []
  state.model = model
  return [{ kind: 'agent_described', agent: state.thread, says: { model } }]
}

function decodeResponse(state: RolloutState, record: Json, payload: Json, at: number): AgentEvent[] {
  const { type } = payload
  if (type === 'message' || type === 'agent_message') return decodeMessage(state, payload, at)
  if (type === 'reasoning') return [{ kind: 'item_added', thread: state.thread, label: null, at }]
  const answered = answeredCall(payload)
  if (answered !== null) return decodeOutput(state, answered, payload['output'], at)
  const tool = readToolCall(payload, record['timestamp'])
  return tool ? decodeCall(state, tool, at) : []
}

function decodeEvent(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  switch (payload['type']) {
    case 'token_count':
      return decodeTokenCount(state, payload, at)
    case 'thread_name_updated':
      return renamed(state, payload)
    case 'task_started':
    case 'turn_started':
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      return decodeTurn(state, payload, at)
    default:
      return decodeItem(state, payload, at)
  }
}

const NAME_RANK = 4

function renamed(state: RolloutState, { thread_name: title }: Json): AgentEvent[] {
  return state.isRun && typeof title === 'string' && title !== ''
    ? [{ kind: 'run_titled', title: title.slice(0, 200), rank: NAME_RANK }]
    : []
}
