import { create } from 'zustand'
import type { RunUri } from '../../shared/ids'
import type { RunsFrame } from '../../shared/runsFrame'
import type { RunRow } from '../../shared/views'

/** Every run there is. The map is changed in place; `version` says when. */
export interface RunsView {
  readonly rows: Map<RunUri, RunRow>
  readonly version: number
  readonly progress: { readonly done: number; readonly total: number } | null
  /** False until the first portion is there: an empty list says nothing before. */
  readonly isBegun: boolean
}

export const noRuns: RunsView = { rows: new Map(), version: 0, progress: null, isBegun: false }

/** Only `connectPage` sets it. */
export const useRuns = create<RunsView>(() => noRuns)

export function applyRunsFrame(view: RunsView, frame: RunsFrame): RunsView {
  switch (frame.kind) {
    case 'begin':
      return { rows: new Map(), version: view.version + 1, progress: null, isBegun: false }
    case 'rows':
      for (const uri of frame.removed) view.rows.delete(uri)
      for (const row of frame.rows) view.rows.set(row.uri, row)
      return { ...view, version: view.version + 1, isBegun: true }
    case 'progress':
      return { ...view, progress: { done: frame.done, total: frame.total }, isBegun: view.isBegun || frame.done === frame.total }
    default:
      return frame satisfies never
  }
}
