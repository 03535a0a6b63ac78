import { create } from 'zustand'
import type { RunUri } from '../../shared/ids'
import type { RunsFrame } from '../../shared/runsFrame'
import type { RunRow } from '../../shared/views'
import { onlyRowCounts } from './onlyCounts'

/** Every run there is. The map is changed in place; `version` says when. */
export interface RunsView {
  readonly rows: Map<RunUri, RunRow>
  readonly version: number
  /** Grows when a run came, went or has more to say than other numbers. */
  readonly news: number
  readonly progress: { readonly done: number; readonly total: number } | null
  /** False until the first portion is there: an empty list says nothing before. */
  readonly isBegun: boolean
}

export const noRuns: RunsView = { rows: new Map(), version: 0, news: 0, progress: null, isBegun: false }

/** Only `connectPage` sets it. */
export const useRuns = create<RunsView>(() => noRuns)

export function applyRunsFrame(view: RunsView, frame: RunsFrame): RunsView {
  switch (frame.kind) {
    case 'begin':
      return { rows: new Map(), version: view.version + 1, news: view.news + 1, progress: null, isBegun: false }
    case 'rows':
      return {
        ...view,
        version: view.version + 1,
        news: takeRows(view, frame) ? view.news + 1 : view.news,
        isBegun: true,
      }
    case 'progress':
      return { ...view, progress: { done: frame.done, total: frame.total }, isBegun: view.isBegun || frame.done === frame.total }
    default:
      return frame satisfies never
  }
}

/** True when they say more than other numbers. */
function takeRows({ rows }: RunsView, frame: Extract<RunsFrame, { kind: 'rows' }>): boolean {
  let isNews = frame.removed.length > 0
  for (const uri of frame.removed) rows.delete(uri)
  for (const row of frame.rows) {
    isNews ||= !onlyRowCounts(row, rows.get(row.uri))
    rows.set(row.uri, row)
  }
  return isNews
}
