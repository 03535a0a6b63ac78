import { formatExact } from '../../shared/formatCount'
import { wholeRun } from '../../shared/wholeRun'
import type { ForestView } from '../store/applyForestFrame'
import { useForest } from '../store/forest'
import { useIsAway } from '../store/silence'
import { useUi } from '../store/ui'
import { useCalmly } from '../store/useCalmly'
import { useScene } from './useScene'

/** What stands where the tree would: nothing chosen, or on its way. */
export function CanvasState() {
  const run = useUi((ui) => ui.run)
  const isGone = useForest((forest) => forest.isGone)
  if (run === null) return <p className="canvas-state f3">Choose a run on the left.</p>
  // Said under the name of the run.
  return isGone ? null : <Progress />
}

/** A number that runs is read four times a second; to place it anew for every portion costs more than to draw the tree. */
const arriving = {
  select: (forest: ForestView) => forest,
  isQuiet: (now: ForestView, before: ForestView) => now.run === before.run && now.isWhole === before.isWhole,
}

function Progress() {
  const isWhole = useForest((forest) => forest.isWhole)
  const { agents, row } = useCalmly(useForest, arriving)
  const done = agents.size
  const total = row === null ? null : wholeRun(row).agents.total + 1
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
