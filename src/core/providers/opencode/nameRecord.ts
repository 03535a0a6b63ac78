import type { RecordName } from '../../provider'
import { asId, asObject, type Json } from '../../readJson'
import { readTime } from './readTime'

/** A message goes by whose it is, a part by what it is. The time of its writing changes with every rewriting: it comes last. */
export function nameRecord(record: Json): RecordName {
  const data = asObject(record['data'])
  const time = asObject(data?.['time'])
  const times = [time?.['start'], time?.['created'], record['at']].map(readTime)
  return {
    type: asId(record['kind']),
    subtype: asId(data?.['type']) ?? asId(data?.['role']),
    at: times.find((at) => at > 0) ?? Number.NaN,
  }
}
