import { isRecord } from '../../isRecord'
import { soundTime } from '../../soundTime'
import { wholeCount } from '../../wholeCount'
import type { Gist, GistBlock, GistUsage } from './gist'
import { gistHint } from './gistHint'

type Json = Readonly<Record<string, unknown>>

/** The gist of a parsed record: the truth that the faster readers are held to. Null when the value is not a JSON object. */
export function parseGist(value: unknown): Gist | null {
  if (!isRecord(value)) return null
  const type = text(value['type']) ?? ''
  const said = type === 'user' || type === 'assistant' ? value['message'] : null
  const message = isRecord(said) ? said : null
  return {
    type,
    uuid: text(value['uuid']),
    parentUuid: text(value['parentUuid']),
    at: soundTime(Date.parse(text(value['timestamp']) ?? '')),
    sessionId: text(value['sessionId']),
    agentId: text(value['agentId']),
    cwd: text(value['cwd']),
    version: text(value['version']),
    branch: text(value['gitBranch']),
    isSidechain: value['isSidechain'] === true,
    isApiError: value['isApiErrorMessage'] === true,
    messageId: message && text(message['id']),
    requestId: text(value['requestId']),
    model: message && text(message['model']),
    stopReason: message && text(message['stop_reason']),
    usage: message && type === 'assistant' ? usageOf(message['usage']) : null,
    blocks: message ? blocksOf(message['content']) : [],
    whole: value,
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function hintOf(value: unknown): string {
  return typeof value === 'string' ? gistHint(value) : ''
}

function usageOf(usage: unknown): GistUsage | null {
  if (!isRecord(usage)) return null
  return {
    input: count(usage['input_tokens']),
    cacheWrite: count(usage['cache_creation_input_tokens']),
    cacheRead: count(usage['cache_read_input_tokens']),
    output: count(usage['output_tokens']),
  }
}

function count(value: unknown): number {
  return typeof value === 'number' ? wholeCount(value) : 0
}

function blocksOf(content: unknown): readonly GistBlock[] {
  if (typeof content === 'string') return [{ kind: 'text', hint: gistHint(content) }]
  return Array.isArray(content) ? content.map(blockOf) : []
}

function blockOf(block: unknown): GistBlock {
  if (!isRecord(block)) return { kind: 'other' }
  switch (block['type']) {
    case 'text':
      return { kind: 'text', hint: hintOf(block['text']) }
    case 'thinking':
      return { kind: 'thinking', hint: hintOf(block['thinking']) }
    case 'tool_use':
      return { kind: 'tool_use', id: text(block['id']) ?? '', name: text(block['name']) ?? '', hint: inputHint(block['input']) }
    case 'tool_result':
      return { kind: 'tool_result', callId: text(block['tool_use_id']) ?? '', isError: block['is_error'] === true }
    default:
      return { kind: 'other' }
  }
}

function inputHint(input: unknown): string {
  if (!isRecord(input)) return ''
  for (const key in input) return hintOf((input as Json)[key])
  return ''
}
