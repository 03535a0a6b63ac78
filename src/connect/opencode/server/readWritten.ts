import { asId, asObject, asText, type Json } from '../../../core/readJson'
import type { PartialPlace, PartialTexts } from '../../partialTexts'
import { recordId } from '../store/recordBytes'

/** What a server says of a text while a model writes it. */
export type Written =
  | { readonly kind: 'now'; readonly place: PartialPlace; readonly what: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'more'; readonly place: PartialPlace; readonly text: string }
  | { readonly kind: 'end'; readonly place: PartialPlace; readonly text: string }
  | { readonly kind: 'removed'; readonly session: string; readonly key: string }

/** What a part is stands among its first words; what a tool has put out may be long. */
const HEAD = 1000
const IS_TEXT = /"type":"(?:text|reasoning)"/

/** Whether it is worth reading such a frame: most of them are about something else. */
export function mayBeWritten(type: string, frame: string): boolean {
  if (type === 'message.part.updated') return IS_TEXT.test(frame.slice(0, HEAD))
  return type === 'message.part.delta' || type === 'message.part.removed'
}

export function readWritten(type: string, properties: Json): Written | null {
  switch (type) {
    case 'message.part.delta': {
      const place = placeOf(properties, properties['partID'], properties['messageID'])
      const text = asText(properties['delta'])
      return place === null || text === null || properties['field'] !== 'text' ? null : { kind: 'more', place, text }
    }
    case 'message.part.updated':
      return readPart(properties)
    case 'message.part.removed': {
      const place = placeOf(properties, properties['partID'], properties['messageID'])
      return place && { kind: 'removed', session: place.thread, key: place.key }
    }
    default:
      return null
  }
}

function readPart(properties: Json): Written | null {
  const part = asObject(properties['part'])
  const type = part?.['type']
  const time = asObject(part?.['time'])
  // Only what a model writes has the times of its writing.
  if (!part || (type !== 'text' && type !== 'reasoning') || time?.['start'] === undefined) return null
  const place = placeOf({ sessionID: properties['sessionID'] ?? part['sessionID'] }, part['id'], part['messageID'])
  if (!place || part['synthetic'] === true || part['ignored'] === true) return null
  const text = asText(part['text']) ?? ''
  if (time['end'] !== undefined) return { kind: 'end', place, text }
  return { kind: 'now', place, what: type === 'text' ? 'text' : 'thinking', text }
}

const LONGEST_ID = 200

/** The store's records of parts have these ids. */
function placeOf(properties: Json, partId: unknown, messageId: unknown): PartialPlace | null {
  const [thread, part, message] = [asId(properties['sessionID']), asId(partId), asId(messageId)]
  if (thread === null || part === null || message === null || part.length > LONGEST_ID) return null
  return { thread, message, key: recordId.part(part) }
}

export function takeWritten(texts: PartialTexts, written: Written): void {
  switch (written.kind) {
    case 'now':
      return texts.tell(written.place, written.what, written.text)
    case 'more':
      return texts.append(written.place, written.text)
    case 'end':
      return texts.end(written.place, written.text)
    case 'removed':
      return texts.remove(written.session, written.key)
    default:
      return written satisfies never
  }
}
