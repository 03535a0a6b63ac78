import { asId, asObject, asText, asWord, type Json } from '../../readJson'
import { soundTime } from '../../soundTime'

/** What the head of a rollout says of its conversation. */
export interface Session {
  readonly id: string
  /** Root of the whole tree; releases up to 0.128 do not say. */
  readonly root: string | null
  readonly parent: string | null
  readonly depth: number | null
  readonly nickname: string | undefined
  readonly role: string | undefined
  /** `/root/facts`: the name by which agents of the second runtime call one another. */
  readonly path: string | undefined
  /** What the harness itself started it for: a review, a compaction… */
  readonly helper: string | null
  readonly forkedFrom: string | null
  /** Lines with a smaller ordinal are copied. Null: not said. */
  readonly firstOrdinal: number | null
  readonly cwd: string | null
  readonly version: string | null
  readonly branch: string | null
  /** When it was made, in milliseconds. */
  readonly at: number
}

/** `payload` of a `session_meta`; null: it names no conversation. */
export function readSession(payload: Json): Session | null {
  const id = asId(payload['id'])
  if (id === null) return null
  const source = asObject(asObject(payload['source'])?.['subagent'])
  const spawn = asObject(source?.['thread_spawn'])
  const parent = asId(payload['parent_thread_id']) ?? asId(spawn?.['parent_thread_id'])
  const depth = spawn?.['depth']
  const base = asObject(payload['history_base'])
  const firstOrdinal =
    payload['subagent_history_start_ordinal'] ?? payload['forked_from_ordinal_exclusive'] ?? base?.['end_ordinal_exclusive']
  return {
    id,
    root: asId(payload['session_id']),
    parent: parent === id ? null : parent,
    depth: typeof depth === 'number' ? depth : null,
    nickname: asWord(payload['agent_nickname']) ?? asWord(spawn?.['agent_nickname']),
    role: asWord(payload['agent_role']) ?? asWord(spawn?.['agent_role']) ?? asWord(spawn?.['agent_type']),
    path: asWord(payload['agent_path']) ?? asWord(spawn?.['agent_path']),
    helper: asId(asObject(payload['source'])?.['subagent']) ?? asId(source?.['other']),
    forkedFrom: asId(payload['forked_from_id']),
    firstOrdinal: typeof firstOrdinal === 'number' ? firstOrdinal : null,
    cwd: asText(payload['cwd']),
    version: asText(payload['cli_version']),
    branch: asText(asObject(payload['git'])?.['branch']),
    at: soundTime(Date.parse(asText(payload['timestamp']) ?? '')),
  }
}
