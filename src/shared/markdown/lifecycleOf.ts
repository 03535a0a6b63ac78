import { oneLine } from '../neutraliseText'
import { toolOutputText } from '../toolOutputText'
import type { AgentView, TranscriptItem } from '../views'

/** What the parent's transcript says about one of its agents. */
export interface LifecycleEvent {
  readonly at: string | null
  readonly kind: 'call' | 'result' | 'notification'
  readonly text: string
}

const maxText = 200

/** The events in one item of the parent: none for most. */
export function lifecycleOf(agent: Pick<AgentView, 'key' | 'id' | 'calls'>, item: TranscriptItem): LifecycleEvent[] {
  const { tool } = item
  if (tool !== null) {
    if (!agent.calls.includes(tool.callId) && tool.agent !== agent.key) return []
    const call: LifecycleEvent = { at: item.at, kind: 'call', text: `${oneLine(tool.name)} ${oneLine(tool.callId)}` }
    if (tool.status === 'running') return [call]
    const output = firstWords(toolOutputText(tool.output))
    const failed = tool.status === 'error' ? 'failed' : 'ok'
    return [
      call,
      { at: resultAt(item.at, tool.durationMs), kind: 'result', text: output === '' ? failed : `${failed}: ${output}` },
    ]
  }
  // A background agent's end is told by a notice that names it by its id or by the call.
  const names = [agent.id, ...agent.calls].filter((name) => name !== null && name.length >= 6)
  if (item.kind !== 'notice' || !names.some((name) => item.text.includes(name ?? ''))) return []
  return [{ at: item.at, kind: 'notification', text: firstWords(item.text.replace(/<[^<>]{1,60}>/g, ' ')) }]
}

function resultAt(at: string | null, durationMs: number | null): string | null {
  if (at === null || durationMs === null) return null
  return new Date(Date.parse(at) + durationMs).toISOString()
}

function firstWords(text: string): string {
  const line = oneLine(text.slice(0, maxText * 4))
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line
}
