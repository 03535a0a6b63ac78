import { asObject, asText, type Json, parseJson } from '../../../core/readJson'

/** One line of JSON-RPC, in either direction. The server numbers its own requests, from 0 on, apart from ours. */
export type WireLine =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: Json }
  | {
      readonly kind: 'notice'
      readonly method: string
      readonly params: Json
      /** When it was said; null: this release does not tell. */
      readonly at: number | null
    }
  | { readonly kind: 'answer'; readonly id: string; readonly result: Json; readonly error: string | null }

/** Null: no line of this protocol. `id`: as JSON, so that 1 and "1" stay apart. */
export function readWireLine(text: string): WireLine | null {
  const line = asObject(parseJson(text))
  if (!line) return null
  const id = line['id'] === undefined || line['id'] === null ? null : JSON.stringify(line['id'])
  const method = asText(line['method'])
  if (method !== null) {
    const params = asObject(line['params']) ?? {}
    if (id !== null) return { kind: 'request', id, method, params }
    const at = line['emittedAtMs']
    return { kind: 'notice', method, params, at: typeof at === 'number' ? at : null }
  }
  if (id === null) return null
  const error = asObject(line['error'])
  return {
    kind: 'answer',
    id,
    result: asObject(line['result']) ?? {},
    error: error ? (asText(error['message']) ?? 'it refused') : null,
  }
}

export function answerLine(id: string, result: unknown): string {
  return JSON.stringify({ id: parseJson(id), result })
}

export function refusalLine(id: string, message: string): string {
  return JSON.stringify({ id: parseJson(id), error: { code: -32601, message } })
}
