import type { StoredCall } from '../Witness'

interface LoosePart {
  readonly tool?: unknown
  readonly callID?: unknown
  readonly state?: {
    readonly status?: unknown
    readonly input?: { readonly prompt?: unknown }
    readonly metadata?: { readonly sessionId?: unknown }
  }
}

/** A call of the tool that starts agents, from the moment at which it says what for. */
export function taskCall(owner: string, part: unknown): StoredCall | null {
  const { tool, callID, state } = part as LoosePart
  if (tool !== 'task' || state?.status === 'pending') return null
  const child = typeof state?.metadata?.sessionId === 'string' ? state.metadata.sessionId : null
  const isDone = state?.status === 'completed' || state?.status === 'error'
  return { call: String(callID), owner, words: String(state?.input?.prompt), child, isDone }
}
