import type { AgentEvent } from '../../event'
import { NOTICE_STATUS, NOTICE_TAGS } from './names'

/** A notification in the parent that a background agent has ended. Texts of agents can imitate the tags: only the head is read. */
export function decodeNotice(text: string, at: number): AgentEvent | null {
  for (const { frame, agent } of NOTICE_TAGS) {
    if (!text.startsWith(`<${frame}>`)) continue
    const id = tag(text, agent)
    const status = tag(text, 'status')
    const how = status !== null && Object.hasOwn(NOTICE_STATUS, status) ? NOTICE_STATUS[status] : undefined
    if (id === null || id === '' || how === undefined) return null
    return { kind: 'agent_ended', agent: id, how, voice: 'notice', at }
  }
  return null
}

const HEAD = 2000

function tag(text: string, name: string): string | null {
  const from = text.indexOf(`<${name}>`)
  if (from < 0 || from > HEAD) return null
  const start = from + name.length + 2
  const end = text.indexOf(`</${name}>`, start)
  return end < 0 ? null : text.slice(start, end).trim()
}
