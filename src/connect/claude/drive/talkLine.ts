import { asId, asObject, asText, type Json, parseJson } from '../../../core/readJson'

/** One line of the conversation between the CLI and its client, in either direction, as far as it matters here. */
export type TalkLine =
  | { readonly kind: 'asked'; readonly id: string; readonly request: Json }
  | { readonly kind: 'withdrawn'; readonly id: string }
  | {
      readonly kind: 'answered'
      readonly id: string
      readonly isError: boolean
      readonly error: string | null
      readonly response: Json
    }
  | { readonly kind: 'message'; readonly type: string; readonly line: Json }

/** Null: no line of this protocol. */
export function readTalkLine(text: string): TalkLine | null {
  const line = asObject(parseJson(text))
  const type = asId(line?.['type'])
  if (!line || type === null) return null
  if (type === 'control_request') {
    const id = asId(line['request_id'])
    const request = asObject(line['request'])
    return id !== null && request ? { kind: 'asked', id, request } : null
  }
  if (type === 'control_cancel_request') {
    const id = asId(line['request_id'])
    return id === null ? null : { kind: 'withdrawn', id }
  }
  if (type === 'control_response') return readAnswer(asObject(line['response']))
  return { kind: 'message', type, line }
}

function readAnswer(answer: Json | null): TalkLine | null {
  const id = asId(answer?.['request_id'])
  if (!answer || id === null) return null
  const isError = answer['subtype'] !== 'success'
  return { kind: 'answered', id, isError, error: asText(answer['error']), response: asObject(answer['response']) ?? {} }
}
