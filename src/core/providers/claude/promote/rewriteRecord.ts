import { asObject, type Json, parseJson } from '../../../readJson'
import type { ChainItem } from './arrangeChain'
import { splitMembers } from './splitMembers'

/** What is new about a record in its new session. */
export interface Stamp {
  readonly uuid: string
  readonly parent: string | null
  readonly at: number
  readonly session: string
  readonly cwd: string
  readonly origin: { readonly provider: string; readonly sessionId: string; readonly agent: string }
}

/** Said anew, or true only of the agent's own file. */
const LEFT_BEHIND: ReadonlySet<string> = new Set([
  'parentUuid',
  'logicalParentUuid',
  'sourceToolAssistantUUID',
  'isSidechain',
  'sessionId',
  'uuid',
  'timestamp',
  'cwd',
  'entrypoint',
  'promotedFrom',
  'agentId',
  'attributionAgent',
  'requestRef',
  'apiBlockIndex',
  'slug',
])

const INTERRUPTED = 'The call was interrupted: its result was never recorded.'

/** The line of one item in the new session; `raw`: the line it is made of (of an answer: that of its call). */
export function rewriteRecord(item: ChainItem, raw: string, stamp: Stamp): string {
  const members = splitMembers(raw)
  const head = headOf(stamp, item.kind === 'record' ? item.record.uuid : null)
  if (item.kind === 'answer') return answerLine(head, members, item.call.id)
  const rest = [...members].flatMap(([key, value]) => {
    if (LEFT_BEHIND.has(key)) return []
    const kept = key === 'message' && item.only ? onlyResults(value, item.only) : value
    return [`${JSON.stringify(key)}:${kept}`]
  })
  return `{${head},${rest.join(',')}}\n`
}

function headOf({ uuid, parent, at, session, cwd, origin }: Stamp, from: string | null): string {
  const head = {
    parentUuid: parent,
    isSidechain: false,
    promotedFrom: { ...origin, uuid: from },
    sessionId: session,
    entrypoint: 'cli',
    cwd,
    uuid,
    timestamp: new Date(at).toISOString(),
  }
  return JSON.stringify(head).slice(1, -1)
}

function answerLine(head: string, call: ReadonlyMap<string, string>, id: string): string {
  const said = ['userType', 'version', 'gitBranch'].flatMap((key) => {
    const value = call.get(key)
    return value === undefined ? [] : [`${JSON.stringify(key)}:${value}`]
  })
  const content = [{ type: 'tool_result', tool_use_id: id, is_error: true, content: INTERRUPTED }]
  return `{${[head, ...said, '"type":"user"', `"message":${JSON.stringify({ role: 'user', content })}`].join(',')}}\n`
}

function onlyResults(message: string, only: { readonly results: ReadonlySet<string>; readonly words: boolean }): string {
  const parsed: Json = asObject(parseJson(message)) ?? {}
  const content = parsed['content']
  if (!Array.isArray(content)) return message
  const taken = new Set<string>()
  const kept = content.filter((block) => {
    const object = asObject(block)
    if (object?.['type'] !== 'tool_result') return only.words
    const id = String(object['tool_use_id'])
    if (!only.results.has(id) || taken.has(id)) return false
    taken.add(id)
    return true
  })
  return JSON.stringify({ ...parsed, content: kept })
}
