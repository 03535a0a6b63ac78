import { cutText } from '../../promptKey'
import { asId, asObject, asText, type Json } from '../../readJson'
import { readTime } from './readTime'
import { readTokens, type StepTokens } from './readTokens'

/** How a response broke off. An abort is the person's or the parent's own act. */
export interface MessageError {
  readonly isAbort: boolean
  readonly message: string
}

export interface MessageInfo {
  readonly role: 'user' | 'assistant' | null
  readonly created: number
  /** NaN: not yet, or never. */
  readonly completed: number
  readonly agent: string | null
  readonly model: string | null
  readonly finish: string | null
  readonly error: MessageError | null
  readonly tokens: StepTokens | null
  readonly cost: number | null
  /** It tells the conversation so far in short, in place of it. */
  readonly isSummary: boolean
}

export function readMessage(data: Json): MessageInfo {
  const time = asObject(data['time'])
  const role = data['role']
  const cost = data['cost']
  return {
    role: role === 'user' || role === 'assistant' ? role : null,
    created: readTime(time?.['created']),
    completed: readTime(time?.['completed']),
    agent: asId(data['agent']) ?? asId(data['mode']),
    model: asId(data['modelID']) ?? asId(asObject(data['model'])?.['modelID']),
    finish: asId(data['finish']),
    error: readError(asObject(data['error'])),
    tokens: readTokens(data['tokens']),
    cost: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : null,
    isSummary: role === 'assistant' && data['summary'] === true,
  }
}

const ABORTED = 'MessageAbortedError'

function readError(error: Json | null): MessageError | null {
  if (!error) return null
  const name = asText(error['name']) ?? 'error'
  const message = asId(asObject(error['data'])?.['message']) ?? asId(error['message']) ?? name
  return { isAbort: name === ABORTED, message: cutText(message.trim(), 300) }
}
