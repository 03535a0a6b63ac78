import type { RecordName } from '../../provider'
import { asId, asObject, asText, type Json } from '../../readJson'
import { soundTime } from '../../soundTime'

/** An event that tells of an item is called by both: `item_completed Plan`. */
export function nameRecord(record: Json): RecordName {
  const payload = asObject(record['payload'])
  const kind = asId(payload?.['type'])
  const item = asId(asObject(payload?.['item'])?.['type'])
  return {
    type: asId(record['type']),
    subtype: kind !== null && item !== null ? `${kind} ${item}` : (kind ?? asId(payload?.['role'])),
    at: soundTime(Date.parse(asText(record['timestamp']) ?? '')),
  }
}
