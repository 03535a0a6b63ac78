import { formatExact } from '../../shared/formatCount'
import { useForest } from '../store/forest'
import { useIsAway } from '../store/silence'
import { useUi } from '../store/ui'
import { useScene } from './useScene'

/** What stands where the tree would: nothing chosen, or on its way. */
export function CanvasState() {
  const run = useUi((ui) => ui.run)
  const isGone = useForest((forest) => forest.isGone)
  if (run === null) return <p className="canvas-state f3">Choose a run on the left.</p>
  // Said under the name of the run.
  return isGone ? null : <Progress />
}

function Progress() {
  const isWhole = useForest((forest) => forest.isWhole)
  const done = useForest((forest) => (forest.version < 0 ? 0 : forest.agents.size))
  const total = useForest((forest) => (forest.row === null ? null : forest.row.agents.total + 1))
  const hasScene = useScene(({ scene }) => scene !== null)
  const isAway = useIsAway()
  if (isWhole) return null
  const words = isAway
    ? 'Waiting for the connection'
    : total === null
      ? `Reading this run: ${formatExact(done)} agents`
      : `Reading this run: ${formatExact(Math.min(done, total))} of ${formatExact(total)} agents`
  return (
    <div className={hasScene ? 'canvas-note canvas-over' : 'canvas-state f2'} role="status">
      {words}
      {!isAway && <progress aria-label="Reading this run" value={total === null ? undefined : done} max={total ?? undefined} />}
    </div>
  )
}
