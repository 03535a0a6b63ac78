import type { AgentEvent, AgentSays } from '../../event'
import { asObject, asText, asWord } from '../../readJson'

/** `agent-<id>.meta.json`: written at spawn, before or with the transcript; rewritten when the agent ends. */
export function decodeMeta(value: unknown, agent: string, group: string | null): AgentEvent[] {
  const meta = asObject(value)
  if (!meta) return [{ kind: 'problem', code: 'bad_meta', message: 'the side file of an agent is not a JSON object' }]
  const depth = meta['spawnDepth']
  const says: { -readonly [K in keyof AgentSays]?: AgentSays[K] | undefined } = {
    type: asWord(meta['agentType']),
    name: asWord(meta['name']),
    description: asWord(meta['description']),
    model: asWord(meta['model']),
    call: asWord(meta['toolUseId']),
    parent: asWord(meta['parentAgentId']),
    depth: typeof depth === 'number' ? depth : undefined,
    group: group ?? undefined,
    background: meta['requestShape'] === 'background' ? true : undefined,
    finished: meta['finished'] === true ? true : undefined,
    stopped: meta['stoppedByUser'] === true ? true : undefined,
  }
  return [{ kind: 'agent_described', agent, says: dropAbsent(says) }]
}

/** A workflow's `journal.jsonl`: which agents it started and which of them gave a result. */
export function decodeJournal(value: unknown, group: string): AgentEvent[] {
  const record = asObject(value)
  const agent = asText(record?.['agentId'])
  if (!record || agent === null || agent === '') return []
  const label = asWord(record['label'])
  switch (record['type']) {
    case 'started':
      return [{ kind: 'agent_described', agent, says: dropAbsent({ group, description: label }) }]
    case 'result':
      return [{ kind: 'agent_ended', agent, how: 'completed', voice: 'journal', at: Number.NaN }]
    default:
      return []
  }
}

/** Absent and undefined are different things to a spread: the later file must not erase what the earlier said. */
function dropAbsent(says: { -readonly [K in keyof AgentSays]?: AgentSays[K] | undefined }): AgentSays {
  return Object.fromEntries(Object.entries(says).filter(([, value]) => value !== undefined))
}
