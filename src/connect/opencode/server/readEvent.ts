import { asId, asObject, asText, type Json, parseJson } from '../../../core/readJson'
import { oneLine } from '../../oneLine'
import { mayBeWritten, readWritten, type Written } from './readWritten'

export type RunState = 'busy' | 'idle' | 'retry'

/** What a server says that matters to who works and who waits. */
export type Said =
  | { readonly kind: 'status'; readonly session: string; readonly status: SessionStatus }
  | { readonly kind: 'asked'; readonly request: Asked }
  | { readonly kind: 'answered'; readonly request: string }
  | { readonly kind: 'deleted'; readonly session: string }
  | { readonly kind: 'disposed'; readonly directory: string | null }

export interface SessionStatus {
  readonly state: RunState
  readonly message: string | null
  readonly retryAt: number | null
}

/** Something a person is to decide, with the session that asks, be it a child. */
export interface Asked {
  readonly id: string
  readonly session: string
  readonly what: 'permission' | 'question'
  readonly text: string | null
}

export interface ServerEvent {
  /** Null: it is of no folder. */
  readonly directory: string | null
  readonly type: string
  /** Releases that number their events have every route we ask for. */
  readonly isNumbered: boolean
  readonly said: Said | null
  /** What it says of a text that is being written. */
  readonly written: Written | null
}

/** Hundreds a second while a model writes, and nothing in them for us. */
const NOISE = /^(message\.|sync$|plugin\.|catalog\.|file\.|lsp\.|session\.diff$)/

/** One frame of `/global/event`. Null: not what such a server says. */
export function readEvent(text: string): ServerEvent | null {
  const head = /^\{"directory":("(?:[^"\\]|\\.)*"),/.exec(text)
  const type = head === null ? undefined : /"type":"([^"\\]*)"/.exec(text.slice(0, head[0].length + 300))?.[1]
  if (head !== null && type !== undefined && NOISE.test(type) && !mayBeWritten(type, text)) {
    return { directory: directoryOf(parseJson(head[1]!)), type, isNumbered: true, said: null, written: null }
  }
  const frame = asObject(parseJson(text))
  const payload = asObject(frame?.['payload'])
  const kind = asText(payload?.['type'])
  if (frame === null || payload === null || kind === null) return null
  const properties = asObject(payload['properties']) ?? {}
  const [said, written] = [readSaid(kind, properties), readWritten(kind, properties)]
  return { directory: directoryOf(frame['directory']), type: kind, isNumbered: asId(payload['id']) !== null, said, written }
}

function directoryOf(value: unknown): string | null {
  const directory = asId(value)
  return directory === 'global' ? null : directory
}

function readSaid(type: string, properties: Json): Said | null {
  const session = asId(properties['sessionID'])
  switch (type) {
    case 'session.status': {
      const status = readStatus(properties['status'])
      return session === null || status === null ? null : { kind: 'status', session, status }
    }
    case 'session.idle':
      return session === null ? null : { kind: 'status', session, status: { state: 'idle', message: null, retryAt: null } }
    case 'session.deleted': {
      const deleted = session ?? asId(asObject(properties['info'])?.['id'])
      return deleted === null ? null : { kind: 'deleted', session: deleted }
    }
    // `updated`: so called before 1.1.
    case 'permission.asked':
    case 'permission.updated':
      return asked(readPermission(properties))
    case 'question.asked':
      return asked(readQuestion(properties))
    case 'permission.replied':
    case 'question.replied':
    case 'question.rejected': {
      const request = asId(properties['requestID']) ?? asId(properties['permissionID'])
      return request === null ? null : { kind: 'answered', request }
    }
    case 'server.instance.disposed':
      return { kind: 'disposed', directory: asId(properties['directory']) }
    case 'global.disposed':
      return { kind: 'disposed', directory: null }
    default:
      return null
  }
}

function asked(request: Asked | null): Said | null {
  return request === null ? null : { kind: 'asked', request }
}

/** One value of `/session/status`, or of the event. Null: a state we do not know. */
export function readStatus(value: unknown): SessionStatus | null {
  const status = asObject(value)
  const state = status?.['type']
  if (state !== 'busy' && state !== 'idle' && state !== 'retry') return null
  const message = asId(status?.['message'])
  const next = status?.['next']
  return {
    state,
    message: message === null ? null : oneLine(message),
    retryAt: typeof next === 'number' && Number.isFinite(next) ? next : null,
  }
}

export function readPermission(value: unknown): Asked | null {
  const request = asObject(value)
  const [id, session] = [asId(request?.['id']), asId(request?.['sessionID'])]
  if (request === null || id === null || session === null) return null
  const patterns = Array.isArray(request['patterns']) ? request['patterns'].filter((one) => typeof one === 'string') : []
  const subject = asId(asObject(request['metadata'])?.['command']) ?? (patterns.join(', ') || asId(request['title']))
  const permission = asId(request['permission']) ?? asId(request['type'])
  const text = [permission, subject].filter((part) => part !== null).join(': ')
  return { id, session, what: 'permission', text: text === '' ? null : oneLine(text) }
}

export function readQuestion(value: unknown): Asked | null {
  const request = asObject(value)
  const [id, session] = [asId(request?.['id']), asId(request?.['sessionID'])]
  if (request === null || id === null || session === null) return null
  const questions = Array.isArray(request['questions']) ? request['questions'] : []
  const first = asObject(questions[0])
  const text = asId(first?.['question']) ?? asId(first?.['header'])
  if (text === null) return { id, session, what: 'question', text: null }
  const more = questions.length > 1 ? ` (and ${questions.length - 1} more)` : ''
  return { id, session, what: 'question', text: oneLine(text) + more }
}
