import { useRuns } from '../store/runs'
import { useUi } from '../store/ui'

/** Everything has been looked at, and there is not one run. */
export function useIsEmpty(): boolean {
  const hasRun = useUi((ui) => ui.run !== null)
  const isListEmpty = useRuns(
    ({ rows, isBegun, progress }) => isBegun && rows.size === 0 && (progress === null || progress.done === progress.total),
  )
  return isListEmpty && !hasRun
}
