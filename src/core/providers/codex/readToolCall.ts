import { asId, asObject, asText, type Json, parseJson } from '../../readJson'

export interface ToolCall {
  readonly call: string
  readonly name: string
  readonly input: unknown
  /** The model's service ran it: the record holds the answer too. */
  readonly isAnswered: boolean
}

/** A response item that calls a tool; null: it is no call. `time` names the ones that have no id. */
export function readToolCall(payload: Json, time: unknown): ToolCall | null {
  switch (payload['type']) {
    case 'function_call': {
      const text = asText(payload['arguments']) ?? ''
      return called(payload, asText(payload['name']) ?? '', asObject(parseJson(text)) ?? text)
    }
    case 'custom_tool_call':
      return called(payload, asText(payload['name']) ?? '', payload['input'] ?? null)
    case 'local_shell_call':
      return called(payload, 'local_shell', payload['action'] ?? null)
    case 'tool_search_call':
      return called(payload, 'tool_search', payload['arguments'] ?? null)
    case 'web_search_call':
      return { call: idOf(payload, time), name: 'web_search', input: payload['action'] ?? null, isAnswered: true }
    case 'image_generation_call':
      return { call: idOf(payload, time), name: 'image_generation', input: payload['revised_prompt'] ?? null, isAnswered: true }
    default:
      return null
  }
}

function called(payload: Json, name: string, input: unknown): ToolCall | null {
  const call = asId(payload['call_id']) ?? asId(payload['id'])
  return call === null ? null : { call, name, input, isAnswered: false }
}

function idOf(payload: Json, time: unknown): string {
  return asId(payload['id']) ?? asId(payload['call_id']) ?? `${String(payload['type'])}@${asText(time) ?? ''}`
}

const OUTPUTS: ReadonlySet<unknown> = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output'])

/** The call that a response item answers; null: it answers none. */
export function answeredCall(payload: Json): string | null {
  return OUTPUTS.has(payload['type']) ? asId(payload['call_id']) : null
}
