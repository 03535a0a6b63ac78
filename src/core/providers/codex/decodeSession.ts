import type { AgentEvent, AgentSays } from '../../event'
import type { Json } from '../../readJson'
import { readSession, type Session } from './readSession'
import type { RolloutState } from './rolloutState'

/** Helpers of the harness: no work that anybody asked for. A review is. */
const HIDDEN_HELPERS: Readonly<Record<string, 'summary' | 'helper'>> = {
  compact: 'summary',
  memory_consolidation: 'summary',
  guardian: 'helper',
}

export function decodeSession(state: RolloutState, payload: Json): AgentEvent[] {
  const session = readSession(payload)
  if (!session) return []
  // Where a file is read from its middle, the head of a copy can come first.
  if (state.session === null && session.id !== state.thread) return []
  state.lines.take(session)
  if (state.session !== null) {
    if (session.id === state.session.id) return [describeRun(session)]
    state.origin = session
    return []
  }
  state.session = session
  const events: AgentEvent[] = [describeRun(session)]
  if (state.isRun) events.push({ kind: 'item_added', thread: state.thread, label: null, at: session.at })
  else events.push({ kind: 'agent_described', agent: state.thread, says: saysOf(session) })
  return events
}

function describeRun({ cwd, version, branch }: Session): AgentEvent {
  return { kind: 'run_described', cwd, version, branch }
}

function saysOf(session: Session): AgentSays {
  const { nickname, path, parent, depth, helper } = session
  const type = session.role ?? helper
  const hidden = helper !== null && Object.hasOwn(HIDDEN_HELPERS, helper) ? HIDDEN_HELPERS[helper] : undefined
  return {
    ...(type === null || type === undefined ? {} : { type }),
    ...(nickname === undefined ? {} : { name: nickname }),
    ...(path === undefined ? {} : { description: path }),
    ...(parent === null ? {} : { parent, note: 'session_meta.parent_thread_id' }),
    ...(depth === null ? {} : { depth }),
    ...(hidden === undefined ? {} : { hidden }),
  }
}

/** Said once all heads have been read: a fork's own is followed by those of its origins. */
export function rootRun(state: RolloutState): AgentEvent[] {
  const { session, origin } = state
  if (state.isRooted || !session) return []
  state.isRooted = true
  if (!state.isRun) return []
  const record = origin ? (origin.root ?? origin.id) : (session.forkedFrom ?? session.id)
  const events: AgentEvent[] = [{ kind: 'run_rooted', record, session: record, bornAt: session.at }]
  if (session.forkedFrom !== null) events.push({ kind: 'run_forked', from: addressOf(session.forkedFrom, origin) })
  return events
}

/** One that is no run itself is named below its run. */
function addressOf(thread: string, origin: Session | null): string {
  const isAgent = origin?.id === thread && origin.root !== null && origin.root !== thread
  return isAgent ? `${origin.root}/${thread}` : thread
}
