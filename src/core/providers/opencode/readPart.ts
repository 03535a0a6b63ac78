import { cutText } from '../../promptKey'
import { asId, asObject, asText, type Json } from '../../readJson'
import { readTime } from './readTime'

export interface ToolPart {
  readonly kind: 'tool'
  readonly name: string
  readonly call: string
  /** `waiting`: its input is still being written. */
  readonly state: 'waiting' | 'running' | 'completed' | 'error'
  readonly input: Json
  readonly metadata: Json
  readonly output: string
  readonly error: string
  readonly startedAt: number
  readonly endedAt: number
}

/** One piece of a message, as far as it means something to the tree. */
export type PartInfo =
  | ToolPart
  | { readonly kind: 'text'; readonly text: string; readonly isSynthetic: boolean; readonly endedAt: number }
  | { readonly kind: 'thinking'; readonly endedAt: number }
  | { readonly kind: 'subtask'; readonly prompt: string }
  | { readonly kind: 'retry'; readonly says: string; readonly at: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'unknown'; readonly type: string }

const SILENT_TYPES: ReadonlySet<string> = new Set([
  'step-start',
  'step-finish',
  'snapshot',
  'patch',
  'agent',
  'file',
  'compaction',
])

export function readPart(data: Json): PartInfo {
  const type = asText(data['type']) ?? ''
  const endedAt = readTime(asObject(data['time'])?.['end'])
  switch (type) {
    case 'text': {
      const isSynthetic = data['synthetic'] === true || data['ignored'] === true
      return { kind: 'text', text: asText(data['text']) ?? '', isSynthetic, endedAt }
    }
    case 'reasoning':
      return { kind: 'thinking', endedAt }
    case 'tool':
      return readTool(data)
    case 'subtask':
      return { kind: 'subtask', prompt: asText(data['prompt']) ?? '' }
    case 'retry':
      return { kind: 'retry', says: retryText(data), at: readTime(asObject(data['time'])?.['created']) }
    default:
      return SILENT_TYPES.has(type) ? { kind: 'silent' } : { kind: 'unknown', type }
  }
}

/** A try that failed and is made again. */
export function retryText(data: Json): string {
  const attempt = data['attempt']
  const error = asObject(data['error'])
  const why = asId(asObject(error?.['data'])?.['message']) ?? asId(error?.['message']) ?? asId(error?.['name'])
  const nth = typeof attempt === 'number' ? ` ${attempt}` : ''
  return cutText(why === null ? `Retry${nth}` : `Retry${nth}: ${why}`, 300)
}

export function readTool(data: Json): ToolPart {
  const state = asObject(data['state'])
  const time = asObject(state?.['time'])
  return {
    kind: 'tool',
    name: asText(data['tool']) ?? '',
    call: asId(data['callID']) ?? asId(data['id']) ?? '',
    state: stateOf(state?.['status']),
    input: asObject(state?.['input']) ?? {},
    metadata: asObject(state?.['metadata']) ?? {},
    output: asText(state?.['output']) ?? '',
    error: asText(state?.['error']) ?? '',
    startedAt: readTime(time?.['start']),
    endedAt: readTime(time?.['end']),
  }
}

function stateOf(status: unknown): ToolPart['state'] {
  return status === 'running' || status === 'completed' || status === 'error' ? status : 'waiting'
}
