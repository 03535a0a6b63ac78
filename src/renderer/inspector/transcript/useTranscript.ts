import { create } from 'zustand'
import type { Fault } from '../../../shared/fault'
import type { AgentKey, RunUri } from '../../../shared/ids'
import type { TranscriptItem } from '../../../shared/views'
import type { Writing } from './growWriting'

/** The transcript that is shown. Items are held sparsely, by number; the map is changed in place and `version` says when. */
export interface TranscriptView {
  readonly run: RunUri | null
  readonly key: AgentKey | null
  /** `tail`: the end is shown, how much lies before is not known yet and numbers are provisional. */
  readonly phase: 'loading' | 'tail' | 'whole' | 'failed'
  readonly fault: Fault | null
  readonly total: number
  /** The number of the item that was the first of the tail: numbers minus this name a row for good. */
  readonly origin: number
  readonly items: Map<number, TranscriptItem>
  /** What is being written: rows behind the last item, each where its record will be. */
  readonly writing: readonly Writing[]
  readonly version: number
  /** Rows that a person opened, by `n - origin`. */
  readonly open: ReadonlySet<number>
  /** The row that somebody was led to; `times` tells two visits apart. */
  readonly flash: { readonly n: number; readonly times: number } | null
}

export function noTranscript(run: RunUri | null, key: AgentKey | null): TranscriptView {
  return {
    run,
    key,
    phase: 'loading',
    fault: null,
    total: 0,
    origin: 0,
    items: new Map(),
    writing: [],
    version: 0,
    open: new Set(),
    flash: null,
  }
}

/** Only `followTranscript` and the functions here set it. */
export const useTranscript = create<TranscriptView>(() => noTranscript(null, null))

export function useItem(n: number): TranscriptItem | undefined {
  return useTranscript(({ items }) => items.get(n))
}

/** The text that is being written in this row, if it is one behind the last item. */
export function useWriting(n: number): Writing | undefined {
  return useTranscript(({ total, writing }) => (n < total ? undefined : writing[n - total]))
}

/** Items, and what is being written behind them. */
export function useRowCount(): number {
  return useTranscript(({ total, writing }) => total + writing.length)
}

export function useIsOpen(n: number): boolean {
  return useTranscript(({ open, origin }) => open.has(n - origin))
}

export function toggleRow(n: number, isOpen?: boolean): void {
  useTranscript.setState(({ open, origin }) => {
    const next = new Set(open)
    const row = n - origin
    if (isOpen ?? !open.has(row)) next.add(row)
    else next.delete(row)
    return { open: next }
  })
}

export function flashRow(n: number): void {
  useTranscript.setState(({ flash }) => ({ flash: { n, times: (flash?.times ?? 0) + 1 } }))
}
