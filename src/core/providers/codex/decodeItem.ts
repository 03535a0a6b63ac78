import type { AgentEvent } from '../../event'
import { asId, asObject, asWord, type Json } from '../../readJson'
import { endsOf } from './decodeCall'
import { firstLine } from './labelOf'
import type { RolloutState } from './rolloutState'

const REVIEW_TITLE_RANK = 0

/** What the harness tells of itself: items that are done, and the events that did the same in other releases. */
export function decodeItem(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  if ((payload['thread_id'] ?? state.thread) !== state.thread) return []
  switch (payload['type']) {
    case 'item_completed':
      return decodeCompleted(state, asObject(payload['item']) ?? {}, at)
    case 'sub_agent_activity':
      return decodeActivity(state, { ...payload, id: payload['event_id'] ?? payload['call_id'] ?? payload['id'] }, at)
    case 'collab_agent_spawn_end':
      return linked(asId(payload['new_thread_id']), asId(payload['call_id']), false, 'new_thread_id', at)
    case 'collab_agent_interaction_end':
    case 'collab_resume_end':
      return touched(state, asId(payload['receiver_thread_id']), asId(payload['call_id']), at)
    case 'collab_waiting_end':
      return endsOf(asObject(payload['statuses']), at)
    case 'entered_review_mode':
      return reviewing(state, payload)
    default:
      return []
  }
}

function decodeCompleted(state: RolloutState, item: Json, at: number): AgentEvent[] {
  switch (item['type']) {
    case 'CollabAgentToolCall':
      return decodeCollaboration(state, item, at)
    case 'SubAgentActivity':
      return decodeActivity(state, item, at)
    case 'EnteredReviewMode':
      return reviewing(state, item)
    case 'Plan':
      return [{ kind: 'item_added', thread: state.thread, label: firstLine(asWord(item['text']) ?? null), at }]
    default:
      return []
  }
}

/** The first runtime: the item names the agents by their ids. */
function decodeCollaboration(state: RolloutState, item: Json, at: number): AgentEvent[] {
  const call = asId(item['id'])
  const ids = Array.isArray(item['receiver_thread_ids']) ? item['receiver_thread_ids'].flatMap((id) => asId(id) ?? []) : []
  const events = endsOf(asObject(item['agents_states']), at)
  if (item['tool'] === 'spawn_agent') return [...linked(ids[0] ?? null, call, false, 'receiver_thread_ids', at), ...events]
  // A message that could not be delivered started nothing.
  const isDone = item['status'] === 'completed'
  for (const id of ids) events.push(...(isDone ? touched(state, id, call, at) : attended(id, call, at)))
  return events
}

/** The second runtime: only here the path of an agent meets its id. */
function decodeActivity(state: RolloutState, item: Json, at: number): AgentEvent[] {
  const agent = asId(item['agent_thread_id'])
  const path = asId(item['agent_path'])
  const call = asId(item['id'])
  if (agent === null) return []
  if (path !== null) state.agents.set(path, agent)
  switch (item['kind']) {
    case 'started':
      return linked(agent, call, false, 'agent_thread_id', at)
    case 'interacted':
      return touched(state, agent, call, at)
    case 'interrupted':
      return [...attended(agent, call, at), ended(agent, 'interrupted', at)]
    case 'completed':
      return [
        { kind: 'item_added', thread: state.thread, label: null, at },
        ended(agent, 'completed', at),
        ...[...state.openWaits].flatMap((wait) => attended(agent, wait, at)),
      ]
    default:
      return []
  }
}

function touched(state: RolloutState, agent: string | null, call: string | null, at: number): AgentEvent[] {
  const startsWork = call !== null && (state.calls.get(call)?.startsWork ?? false)
  return startsWork ? linked(agent, call, true, 'receiver of the call', at) : attended(agent, call, at)
}

function linked(agent: string | null, call: string | null, continues: boolean, note: string, at: number): AgentEvent[] {
  if (agent === null || call === null) return []
  return [{ kind: 'agent_linked', agent, call, evidence: 'explicit', continues, note, at }]
}

function attended(agent: string | null, call: string | null, at: number): AgentEvent[] {
  return agent === null || call === null ? [] : [{ kind: 'agent_attended', agent, call, at }]
}

function ended(agent: string, how: 'completed' | 'interrupted', at: number): AgentEvent {
  return { kind: 'agent_ended', agent, how, voice: 'notice', message: null, at }
}

function reviewing(state: RolloutState, said: Json): AgentEvent[] {
  const hint = firstLine(asWord(said['user_facing_hint']) ?? null)
  return state.isRun ? [{ kind: 'run_titled', title: hint === null ? 'Review' : `Review: ${hint}`, rank: REVIEW_TITLE_RANK }] : []
}
