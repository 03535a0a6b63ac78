import type { AgentEvent } from '../../event'
import { asId, asObject } from '../../readJson'
import type { Gist } from './gist'

const PREFIX = 'agent-'

/** The address (run and agent) of which a record is a copy, in a session that was made of an agent; null: it is no copy. */
export function promotedFrom({ whole }: Gist): string | null {
  const origin = asObject(whole?.['promotedFrom'])
  const run = asId(origin?.['sessionId'])
  const agent = asId(origin?.['agent'])
  if (run === null || agent === null) return null
  return `${run}/${agent.startsWith(PREFIX) ? agent.slice(PREFIX.length) : agent}`
}

/** A copy stands in the transcript, and its calls count as calls; none of them starts an agent of this run. */
export function copiedItems({ blocks, at }: Gist, thread: string): readonly AgentEvent[] {
  return blocks.flatMap((block): AgentEvent[] => {
    if (block.kind === 'tool_result') return [{ kind: 'tool_answered', thread, call: block.callId, isError: block.isError, at }]
    if (block.kind === 'text') return [{ kind: 'item_added', thread, label: block.hint === '' ? null : block.hint, at }]
    if (block.kind !== 'tool_use') return []
    const label = block.hint === '' ? block.name : `${block.name}: ${block.hint}`
    return [{ kind: 'tool_called', thread, call: block.id, label, at }]
  })
}
