import { IconButton } from '../controls/IconButton'
import { RunsList } from './RunsList'
import type { RunsFound } from './useRunsFound'

interface RunsRailProps {
  readonly found: RunsFound
  readonly isOver: boolean
  readonly onWiden: () => void
}

/** The runs as glyphs alone. */
export function RunsRail({ found, isOver, onWiden }: RunsRailProps) {
  return (
    <>
      <div className="rail-head">
        <IconButton icon="panel" size={16} label="Show the runs" isExpanded={isOver} onPress={onWiden} />
      </div>
      <RunsList found={found} isRail />
    </>
  )
}
