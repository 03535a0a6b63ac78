import type { Ending } from '../../event'
import type { Conversation, MessageState } from './conversation'

export type Turn =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'ended'
      readonly how: Ending
      readonly sure: boolean
      readonly message: string | null
      readonly of: string | null
      readonly at: number
    }

export const OPEN: Turn = { kind: 'open' }

/** How things stand at the session's last message. */
export function turnOf({ order }: Conversation, isRoot: boolean, sessionAt: number): Turn {
  const last = order.at(-1)
  // A person opened it and has not asked yet; a sub-agent's session is made together with its prompt.
  if (!last) return isRoot ? completed(true, sessionAt) : OPEN
  if (last.info.role !== 'assistant') return OPEN
  const broken = failureOf(last)
  if (broken) return broken
  const { completed: at, finish } = last.info
  if (Number.isNaN(at)) return OPEN
  const rejected = last.parts.find((part) => part.tool?.isRejected)?.tool
  if (rejected) {
    const of = isRoot ? null : rejected.call
    return { kind: 'ended', how: isRoot ? 'interrupted' : 'failed', sure: true, message: rejected.error, of, at }
  }
  if (finish === 'tool-calls') return OPEN
  // The product asks once more after a response that ended for no known reason.
  return completed(finish !== 'unknown', at)
}

/** Null: the response did not break off. */
export function failureOf({ id, info }: MessageState): Extract<Turn, { kind: 'ended' }> | null {
  const { error, completed: ended, created } = info
  if (!error) return null
  const at = Number.isNaN(ended) ? created : ended
  if (error.isAbort) return { kind: 'ended', how: 'interrupted', sure: true, message: null, of: null, at }
  return { kind: 'ended', how: 'failed', sure: true, message: error.message, of: id, at }
}

function completed(sure: boolean, at: number): Turn {
  return { kind: 'ended', how: 'completed', sure, message: null, of: null, at }
}

export function isSameTurn(a: Turn, b: Turn): boolean {
  if (a.kind === 'open' || b.kind === 'open') return a.kind === b.kind
  return a.how === b.how && a.sure === b.sure && a.message === b.message && a.of === b.of
}
