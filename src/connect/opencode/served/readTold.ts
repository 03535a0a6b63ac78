import { asId, asObject, type Json, parseJson } from '../../../core/readJson'

/** What one event says of a conversation. */
export type Told =
  | { readonly kind: 'session'; readonly session: string; readonly isNew: boolean; readonly info: Json }
  | { readonly kind: 'session-gone'; readonly session: string }
  | { readonly kind: 'message'; readonly session: string; readonly id: string; readonly data: Json }
  | { readonly kind: 'message-gone'; readonly session: string; readonly id: string }
  | { readonly kind: 'part'; readonly session: string; readonly id: string; readonly message: string; readonly data: Json }
  | { readonly kind: 'part-gone'; readonly session: string; readonly id: string }

export interface ToldEvent {
  /** Null: it is of no folder. */
  readonly directory: string | null
  readonly told: Told
}

const TYPE = /"type":"(session\.(?:created|updated|deleted)|message\.(?:updated|removed)|message\.part\.(?:updated|removed))"/
/** The type stands near the beginning; a text may say the same words further on. */
const HEAD = 2000

/** The session that a frame speaks of, without reading it; null: it speaks of none, or says so elsewhere. */
export function sessionAtFirstSight(frame: string): string | null {
  return /"sessionID":"(ses_[A-Za-z0-9_-]+)"/.exec(frame.slice(0, HEAD))?.[1] ?? null
}

/** True: this frame may change a conversation. */
export function mayTell(frame: string): boolean {
  return TYPE.test(frame.slice(0, HEAD))
}

/** One frame of `/global/event`. Null: it says nothing of conversations; everything is also said a second time, as `sync`. */
export function readTold(frame: string): ToldEvent | null {
  const value = asObject(parseJson(frame))
  const payload = asObject(value?.['payload'])
  const type = payload?.['type']
  const properties = asObject(payload?.['properties'])
  if (typeof type !== 'string' || !properties) return null
  const told = readProperties(type, properties)
  const directory = asId(value?.['directory'])
  return told && { directory: directory === 'global' ? null : directory, told }
}

function readProperties(type: string, properties: Json): Told | null {
  const info = asObject(properties['info'])
  switch (type) {
    case 'session.created':
    case 'session.updated': {
      const session = asId(info?.['id'])
      return info && session !== null ? { kind: 'session', session, isNew: type === 'session.created', info } : null
    }
    case 'session.deleted': {
      const session = asId(info?.['id']) ?? asId(properties['sessionID'])
      return session === null ? null : { kind: 'session-gone', session }
    }
    case 'message.updated':
      return info && readMessage(info)
    case 'message.part.updated': {
      const part = asObject(properties['part'])
      return part && readPart(part)
    }
    case 'message.removed':
    case 'message.part.removed': {
      const session = asId(properties['sessionID'])
      const kind = type === 'message.removed' ? 'message-gone' : 'part-gone'
      const id = asId(properties[kind === 'message-gone' ? 'messageID' : 'partID'])
      return session === null || id === null ? null : { kind, session, id }
    }
    default:
      return null
  }
}

/** A message's own `parentID` is a message and never a session. */
export function readMessage(data: Json): Extract<Told, { kind: 'message' }> | null {
  const [id, session] = [asId(data['id']), asId(data['sessionID'])]
  return id === null || session === null ? null : { kind: 'message', session, id, data }
}

export function readPart(data: Json): Extract<Told, { kind: 'part' }> | null {
  const [id, session, message] = [asId(data['id']), asId(data['sessionID']), asId(data['messageID'])]
  return id === null || session === null || message === null ? null : { kind: 'part', session, id, message, data }
}

/** What a call of the tool for sub-agents says of its child. */
export interface NamedChild {
  readonly child: string
  /** Null: whoever has the call. */
  readonly parent: string | null
  readonly type: string | null
  readonly title: string | null
}

export function childNamedBy(data: Json): NamedChild | null {
  if (data['type'] !== 'tool' || data['tool'] !== 'task') return null
  const state = asObject(data['state'])
  const [metadata, input] = [asObject(state?.['metadata']), asObject(state?.['input'])]
  const child = asId(metadata?.['sessionId'])
  if (child === null) return null
  const parent = asId(metadata?.['parentSessionId'])
  return { child, parent, type: asId(input?.['subagent_type']), title: asId(input?.['description']) }
}
