import type { AgentEvent, AgentSays } from '../../event'
import type { Bytes } from '../../framing/bytes'
import type { Decoder } from '../../provider'
import { asId, asObject, asText, asWord, type Json, parseJson } from '../../readJson'
import { readCall } from './decodeResult'
import { SPAWNING_TOOLS } from './names'

/**
 * What a session that was started here says on its own output. It is ahead of the files and says less: only who called whom is taken from
 * it, and what an agent is called by. Numbers in it are placeholders, and texts of most agents are not in it at all.
 */
export function openStream(run: string): Decoder {
  const started = new Set<string>()
  const threads = new Map<string, string>()
  return {
    line(bytes, start, end, onEvent) {
      if (!isTelling(bytes, start, end)) return null
      const line = asObject(parseJson(bytes.utf8Slice(start, end)))
      if (!line) return 'not JSON'
      for (const event of decode(line, run, started, threads)) onEvent(event)
      return null
    },
    whole: () => null,
    unknownTypes: new Map(),
    mismatches: 0,
  }
}

/** Only answers and news of the session tell of agents; most lines are texts that grow, and need not even be parsed. */
const TELLING = ['{"type":"assistant"', '{"type":"system"']

function isTelling(bytes: Bytes, start: number, end: number): boolean {
  return TELLING.some((mark) => bytes.latin1Slice(start, Math.min(end, start + mark.length)) === mark)
}

function decode(line: Json, run: string, started: Set<string>, threads: Map<string, string>): AgentEvent[] {
  if (line['type'] === 'assistant') return callsIn(line, threadOf(line, run, threads))
  if (line['type'] !== 'system') return []
  if (line['subtype'] === 'init') return described(line)
  return line['subtype'] === 'task_started' ? taskStarted(line, started, threads) : []
}

/** Null: an agent's, and nobody says whose. */
function threadOf(line: Json, run: string, threads: ReadonlyMap<string, string>): string | null {
  const call = asId(line['parent_tool_use_id'])
  return asId(line['agent_id']) ?? (call === null ? run : (threads.get(call) ?? null))
}

function described(line: Json): AgentEvent[] {
  const cwd = asText(line['cwd'])
  return cwd === null ? [] : [{ kind: 'run_described', cwd, version: asText(line['claude_code_version']), branch: null }]
}

function callsIn(line: Json, thread: string | null): AgentEvent[] {
  const content = asObject(line['message'])?.['content']
  if (thread === null || !Array.isArray(content)) return []
  const at = timeOf(line)
  return content.flatMap((each: unknown) => {
    const block = asObject(each)
    const call = asId(block?.['id'])
    const name = asId(block?.['name'])
    if (block?.['type'] !== 'tool_use' || call === null || name === null || !SPAWNING_TOOLS.has(name)) return []
    return { kind: 'agent_called', thread, call, says: readCall(name, asObject(block['input'])), at } as const
  })
}

function taskStarted(line: Json, started: Set<string>, threads: Map<string, string>): AgentEvent[] {
  const agent = asId(line['task_id'])
  const call = asId(line['tool_use_id'])
  if (agent === null || line['task_type'] !== 'local_agent') return []
  const continues = started.has(agent)
  started.add(agent)
  const at = timeOf(line)
  const parent = asWord(line['parent_task_id'])
  const depth = line['spawn_depth']
  const type = asWord(line['subagent_type'])
  const description = asWord(line['description'])
  const says: AgentSays = {
    ...(type === undefined ? {} : { type }),
    ...(continues || description === undefined ? {} : { description }),
    ...(parent === undefined ? {} : { parent, note: 'task_started.parent_task_id' }),
    ...(typeof depth === 'number' ? { depth } : {}),
    ...(line['is_backgrounded'] === true && !continues ? { background: true } : {}),
  }
  const events: AgentEvent[] = [{ kind: 'agent_described', agent, says }]
  if (call === null) return events
  if (!continues) threads.set(call, agent)
  const note = 'task_started.tool_use_id'
  events.push({ kind: 'agent_linked', agent, call, evidence: 'stream', continues, note, at })
  return events
}

function timeOf(line: Json): number {
  return Date.parse(asText(line['timestamp']) ?? '')
}
