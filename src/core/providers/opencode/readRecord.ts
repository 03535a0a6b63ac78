import { asId, asObject, type Json } from '../../readJson'

/** One record of the store, the whole of it as it is now. */
export type StoredRecord =
  | { readonly kind: 'session'; readonly data: Json }
  | { readonly kind: 'message'; readonly id: string; readonly data: Json }
  | { readonly kind: 'part'; readonly id: string; readonly message: string; readonly data: Json }
  | { readonly kind: 'unknown'; readonly type: string }

export type PartRecord = Extract<StoredRecord, { kind: 'part' }>

/** A text says why it is no record. */
export function readRecord(value: unknown): StoredRecord | string {
  const record = asObject(value)
  const kind = record?.['kind']
  const data = asObject(record?.['data'])
  if (typeof kind !== 'string' || !data) return 'no record of the store'
  if (kind === 'session') return { kind, data }
  if (kind !== 'message' && kind !== 'part') return { kind: 'unknown', type: kind }
  const id = asId(data['id'])
  if (id === null) return `a ${kind} without an id`
  if (kind === 'message') return { kind, id, data }
  const message = asId(data['messageID'])
  return message === null ? 'a part without a message' : { kind, id, message, data }
}
