import type { RunsFrame } from '../../shared/runsFrame'
import { applyRunsFrame, type RunsView, useRuns } from '../store/runs'

/** Puts the frames of one connection into the store. A list that is on the screen stays there until the first telling is complete. */
export function runsReceiver(): (frame: RunsFrame) => void {
  let aside: RunsView | null = null
  let isFirst = true

  return (frame) => {
    const shown = useRuns.getState()
    const next = applyRunsFrame(aside ?? shown, frame)
    if (frame.kind === 'begin') {
      aside = isFirst && shown.rows.size > 0 ? next : null
      isFirst = false
    }
    const isComplete = next.progress !== null && next.progress.done >= next.progress.total
    if (aside && !isComplete && next.rows.size < shown.rows.size) {
      aside = next
      return
    }
    aside = null
    useRuns.setState(next, true)
  }
}
