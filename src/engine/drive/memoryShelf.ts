import type { LaunchRecord, LaunchShelf } from './launchShelf'
import { mergeRecord } from './mergeRecord'

/** Nothing is kept of what ends with its terminal. */
export function memoryShelf(): LaunchShelf {
  const records = new Map<string, LaunchRecord>()
  return {
    ids: () => [...records.keys()],
    read: (id) => records.get(id) ?? null,
    stampOf: (id) => (records.has(id) ? 'there' : 'none'),
    put(record) {
      records.set(record.id, record)
      return null
    },
    change(id, change) {
      const now = records.get(id)
      if (!now) return null
      const next = mergeRecord(now, change)
      records.set(id, next)
      return next
    },
    remove: (id) => void records.delete(id),
  }
}
