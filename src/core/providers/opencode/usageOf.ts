import type { AgentEvent } from '../../event'
import type { MessageState } from './conversation'

/** What a response used, as its message says; its `step-finish` part says the same again. Null: nothing yet. */
export function usageOf(thread: string, { id, info }: MessageState): Extract<AgentEvent, { kind: 'usage_counted' }> | null {
  const { tokens, cost, model, created } = info
  if (!tokens || info.role !== 'assistant') return null
  return {
    kind: 'usage_counted',
    thread,
    response: id,
    // A fork's copy has another id and the same time.
    record: `${created} ${model ?? ''}`,
    model,
    tokens: tokens.counts,
    context: tokens.context,
    ...(cost === null ? {} : { cost }),
    at: created,
  }
}
