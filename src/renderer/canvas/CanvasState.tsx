import { formatExact } from '../../shared/formatCount'
import { useForest } from '../store/forest'
import { useUi } from '../store/ui'
import { useScene } from './useScene'

/** What stands where the tree would: nothing chosen, on its way, or gone. */
export function CanvasState() {
  const run = useUi((ui) => ui.run)
  const isGone = useForest((forest) => forest.isGone)
  const hasScene = useScene(({ scene }) => scene !== null)
  if (run === null) return <p className="canvas-state f3">Choose a run on the left.</p>
  if (isGone && !hasScene) return <p className="canvas-state f2">The files of this run are gone.</p>
  return isGone ? (
    <p className="canvas-note canvas-over">The files of this run are gone. This is how it was last seen.</p>
  ) : (
    <Progress />
  )
}

function Progress() {
  const isWhole = useForest((forest) => forest.isWhole)
  const done = useForest((forest) => (forest.version < 0 ? 0 : forest.agents.size))
  const total = useForest((forest) => (forest.row === null ? null : forest.row.agents.total + 1))
  const hasScene = useScene(({ scene }) => scene !== null)
  if (isWhole) return null
  const words =
    total === null
      ? `Reading this run: ${formatExact(done)} agents`
      : `Reading this run: ${formatExact(Math.min(done, total))} of ${formatExact(total)} agents`
  return (
    <div className={hasScene ? 'canvas-note canvas-over' : 'canvas-state f2'} role="status">
      {words}
      <progress aria-label="Reading this run" value={total === null ? undefined : done} max={total ?? undefined} />
    </div>
  )
}
