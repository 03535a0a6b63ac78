import { useRuns } from '../store/runs'
import { useIsAway } from '../store/silence'
import { clearRunsFilter } from './runsFilter'

/** Why there is nothing to see in the list. */
export function RunsEmpty({ all }: { readonly all: number }) {
  const isBegun = useRuns((runs) => runs.isBegun)
  const isAway = useIsAway()
  const progress = useRuns((runs) => runs.progress)
  if (all > 0) {
    return (
      <p className="runs-empty">
        No run matches the filter.{' '}
        <button type="button" className="link" onClick={clearRunsFilter}>
          clear
        </button>
      </p>
    )
  }
  if (isAway && !isBegun) return <p className="runs-empty">Waiting for the connection</p>
  if (progress !== null && progress.done < progress.total) {
    return <p className="runs-empty">Reading for the first time: {Math.floor((100 * progress.done) / progress.total)} %</p>
  }
  if (!isBegun) return <p className="runs-empty">Reading…</p>
  return <p className="runs-empty">No runs yet. They appear here by themselves as soon as a tool writes one.</p>
}
