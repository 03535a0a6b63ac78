import type { RecordName } from '../../provider'
import { asId, asObject, asText, type Json } from '../../readJson'
import { soundTime } from '../../soundTime'

/** A record and, where it wraps something, what it wraps. */
export function nameRecord(record: Json): RecordName {
  const inner = asObject(record['data']) ?? asObject(record['attachment'])
  return {
    type: asId(record['type']),
    subtype: asId(record['subtype']) ?? asId(inner?.['type']) ?? asId(record['operation']),
    at: soundTime(Date.parse(asText(record['timestamp']) ?? asText(asObject(record['snapshot'])?.['timestamp']) ?? '')),
  }
}
