import type { CallVerb } from '../callVerb'
import { oneLine } from '../neutraliseText'
import { toolOutputText } from '../toolOutputText'
import type { AgentView, TranscriptItem } from '../views'

/** What the parent's transcript says about one of its agents. */
export interface LifecycleEvent {
  readonly at: string | null
  readonly kind: 'call' | 'result' | 'notification' | CallVerb
  readonly text: string
}

const maxText = 200

type Subject = Pick<AgentView, 'key' | 'id' | 'calls' | 'attended' | 'description'>

/** The events in one item of the parent: none for most. `verbOf`: what a tool does with agents; null: it calls them. */
export function lifecycleOf(agent: Subject, item: TranscriptItem, verbOf: (tool: string) => CallVerb | null): LifecycleEvent[] {
  const { tool } = item
  if (tool !== null) {
    const isOf = agent.calls.includes(tool.callId) || agent.attended?.includes(tool.callId) || tool.agent === agent.key
    if (!isOf) return []
    const verb = verbOf(tool.name)
    const call: LifecycleEvent = { at: item.at, kind: verb ?? 'call', text: `${oneLine(tool.name)} ${oneLine(tool.callId)}` }
    if (tool.status === 'running') return [call]
    const output = firstWords(toolOutputText(tool.output))
    const outcome = `${verb === null ? '' : `${verb} `}${tool.status === 'error' ? 'failed' : 'ok'}`
    return [
      call,
      { at: resultAt(item.at, tool.durationMs), kind: 'result', text: output === '' ? outcome : `${outcome}: ${output}` },
    ]
  }
  if (item.kind !== 'notice' || !namesIt(agent, item.text)) return []
  return [{ at: item.at, kind: 'notification', text: firstWords(item.text.replace(/<[^<>]{1,60}>/g, ' ')) }]
}

/** An agent's end is told by a notice that names it by its id or by the call; its letters begin with its path. */
function namesIt({ id, calls, description }: Subject, notice: string): boolean {
  const names = [id, ...calls].filter((name) => name !== null && name.length >= 6)
  return (
    names.some((name) => notice.includes(name ?? '')) ||
    (description?.startsWith('/') === true && notice.startsWith(`${description} `))
  )
}

function resultAt(at: string | null, durationMs: number | null): string | null {
  if (at === null || durationMs === null) return null
  return new Date(Date.parse(at) + durationMs).toISOString()
}

function firstWords(text: string): string {
  const line = oneLine(text.slice(0, maxText * 4))
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line
}
