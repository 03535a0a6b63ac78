import { isBlank } from '../../../shared/isBlank'
import type { AgentEvent, AnswerKind, CallSays } from '../../event'
import { cutText, promptKey } from '../../promptKey'
import { asId, asObject, asText, type Json, textOf } from '../../readJson'
import { DENIED_BY_PERSON, LAUNCHED_TEXT, RESUMED_AGENT_KEYS, SPAWNING_TOOLS } from './names'
import { readAnswer } from './readItems'

/** What a tool call says about the agent it may start. */
export function readCall(name: string, input: Json | null): CallSays {
  const prompt = asText(input?.['prompt'])
  const sure = SPAWNING_TOOLS.has(name)
  const background = input?.['run_in_background']
  return {
    name,
    sure,
    type: asText(input?.['subagent_type']),
    agentName: asText(input?.['name']),
    description: asText(input?.['description']),
    prompt: prompt === null ? null : promptKey(prompt),
    background: typeof background === 'boolean' ? background : null,
    continues: asId(input?.['resume']),
  }
}

export interface ResultRecord {
  readonly call: string
  readonly isError: boolean
  /** Null where the skimmed record was enough. */
  readonly whole: Json | null
  readonly at: number
  /** The call is known to be a spawn. */
  readonly isSpawn: boolean
  /** The record holds no other result. */
  readonly isAlone: boolean
  readonly thread: string
}

/** Answers to spawning calls, and links that only an answer's shape gives away. */
export function decodeResult(record: ResultRecord): AgentEvent[] {
  const { call, whole, at } = record
  if (call === '') return []
  const result = isOwnResult(record) ? whole?.['toolUseResult'] : undefined
  const details = asObject(result)
  const resumed = resumedAgent(details)
  if (resumed !== null) {
    return [
      {
        kind: 'agent_linked',
        agent: resumed,
        call,
        evidence: 'explicit',
        continues: true,
        note: 'toolUseResult.resumedAgentId',
        at,
      },
    ]
  }
  const group = asId(details?.['runId'])
  if (group !== null && details?.['transcriptDir'] !== undefined)
    return [{ kind: 'group_called', group, call, thread: record.thread, at }]
  const agent = asId(details?.['agentId'])
  if (!record.isSpawn && agent === null) return []
  return [
    {
      kind: 'call_answered',
      thread: record.thread,
      call,
      answer: answerKind(record, details, result),
      agent,
      agentType: asText(details?.['agentType']) ?? asText(details?.['agent_type']),
      message: record.isError ? errorText(result, whole, call) : null,
      said: record.isError || whole === null ? null : firstLine(readAnswer(whole, call)?.output),
      at,
    },
  ]
}

function firstLine(output: unknown): string | null {
  const line = typeof output === 'string' ? output.split('\n').find((one) => !isBlank(one)) : undefined
  return line === undefined ? null : cutText(line.trim(), 300)
}

/** A record has one `toolUseResult`: beside several results it belongs to the one whose text names the same agent. */
function isOwnResult({ call, whole, isAlone }: ResultRecord): boolean {
  if (isAlone) return true
  const details = asObject(whole?.['toolUseResult'])
  const id = asId(details?.['agentId']) ?? resumedAgent(details) ?? asId(details?.['runId'])
  return id !== null && resultText(whole, call).includes(id)
}

function resumedAgent(details: Json | null): string | null {
  for (const key of RESUMED_AGENT_KEYS) {
    const agent = asId(details?.[key])
    if (agent !== null) return agent
  }
  return null
}

function answerKind(record: ResultRecord, details: Json | null, result: unknown): AnswerKind {
  const denial = asText(record.whole?.['toolDenialKind'])
  if (denial !== null && DENIED_BY_PERSON.has(denial)) return 'interrupted'
  if (typeof result === 'string' && result.includes('[Request interrupted by user')) return 'interrupted'
  if (record.isError) return isLateFailure(result) ? 'failed' : 'refused'
  if (details?.['isAsync'] === true || details?.['status'] === 'async_launched' || details?.['status'] === 'teammate_spawned')
    return 'launched'
  if (details === null && resultText(record.whole, record.call).trimStart().startsWith(LAUNCHED_TEXT)) return 'launched'
  return 'completed'
}

/** The agent had begun before it failed; any other error means that it never did. */
function isLateFailure(result: unknown): boolean {
  return typeof result === 'string' && result.includes('terminated early')
}

function errorText(result: unknown, whole: Json | null, call: string): string | null {
  const text = typeof result === 'string' ? result : resultText(whole, call)
  return text === '' ? null : (text.split('\n', 1)[0] ?? '').slice(0, 300)
}

function resultText(whole: Json | null, call: string): string {
  const content = asObject(whole?.['message'])?.['content']
  if (!Array.isArray(content)) return ''
  for (const block of content) {
    const object = asObject(block)
    if (object?.['tool_use_id'] === call) return textOf(object['content'])
  }
  return ''
}
