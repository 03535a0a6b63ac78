import { create } from 'zustand'
import type { AgentKey, RunUri } from '../../../shared/ids'

export interface WhichRecord {
  readonly run: RunUri
  readonly key: AgentKey
  readonly n: number
  /** What it is called, where it is part of no item: then `n` is its place. Absent: the record of item `n`. */
  readonly raw?: string
  /** `offset` null: not known before it is read. */
  readonly source: { readonly path: string; readonly offset: number | null }
}

/** The record that is shown as it lies on disk. */
export const useRawRecord = create<{ readonly shown: WhichRecord | null }>(() => ({ shown: null }))

export function openRawRecord(shown: WhichRecord | null): void {
  useRawRecord.setState({ shown })
}
