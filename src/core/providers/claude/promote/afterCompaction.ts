import type { Outline } from './outlineRecord'

export interface CompactedRecords {
  readonly records: readonly Outline[]
  /** Where the part that counts begins; null: nothing was compacted. */
  readonly summary: Outline | null
}

/** After a compaction the model sees the summary, what was kept word for word (it stands before the boundary), and the rest. */
export function afterCompaction(records: readonly Outline[]): CompactedRecords {
  const boundary = records.findLastIndex((record) => record.kind === 'boundary')
  const at = boundary < 0 ? -1 : records.findIndex((record, i) => i > boundary && record.isSummary)
  const summary = records[at]
  if (!summary) return { records, summary: null }
  const preserved = new Set(records[boundary]?.preserved)
  const kept = records.slice(0, boundary).filter((record) => record.uuid !== null && preserved.has(record.uuid))
  return { records: [summary, ...kept, ...records.slice(at + 1)], summary }
}
