import type { AgentEvent } from '../../event'
import type { Json } from '../../readJson'
import type { RolloutState } from './rolloutState'
import { errorMessage } from './statusOf'

export function decodeTurn(state: RolloutState, payload: Json, at: number): AgentEvent[] {
  const { thread } = state
  switch (payload['type']) {
    case 'task_started':
    case 'turn_started':
      state.tellsTurns = true
      state.countsResponses = false
      noteLimit(state, payload['model_context_window'])
      return [{ kind: 'turn_reopened', thread, endIsTold: true, at }]
    case 'task_complete':
    case 'turn_complete': {
      const error = payload['error'] ?? null
      if (error === null) return [{ kind: 'turn_ended', thread, how: 'completed', sure: true, message: null, at }]
      return [{ kind: 'turn_ended', thread, how: 'failed', sure: true, message: errorMessage(error), at }]
    }
    case 'turn_aborted':
      return [{ kind: 'turn_ended', thread, how: 'interrupted', sure: true, message: null, at }]
    default:
      return []
  }
}

export function noteLimit(state: RolloutState, limit: unknown): void {
  if (typeof limit === 'number' && limit > 0) state.contextLimit = limit
}
