import './RunsPane.css'
import { useCallback, useState } from 'react'
import { LaunchCards } from '../drive/launch/LaunchCards'
import { useUi } from '../store/ui'
import { useFrameWidth } from '../window/useFrameWidth'
import { RunsHead } from './RunsHead'
import { RunsList } from './RunsList'
import { RunsOver } from './RunsOver'
import { RunsRail } from './RunsRail'
import { UnreadableCards } from './UnreadableCards'
import { useRunsFound } from './useRunsFound'

/** Every run there is, newest first. */
export function RunsPane() {
  const width = useFrameWidth()
  const isRail = useUi((ui) => ui.isRunsRail) || width !== 'wide'
  const [isOver, setOver] = useState(false)
  const found = useRunsFound()
  const close = useCallback(() => setOver(false), [])
  const widen = (): void => (width === 'wide' ? useUi.setState({ isRunsRail: false }) : setOver(!isOver))
  if (!isRail) return <Wide found={found} onNarrow={() => useUi.setState({ isRunsRail: true })} />
  return (
    <div className="runs rail">
      <RunsRail found={found} isOver={isOver} onWiden={widen} />
      {isOver && (
        <RunsOver onClose={close}>
          <Wide found={found} onNarrow={close} />
        </RunsOver>
      )}
    </div>
  )
}

interface WideProps {
  readonly found: ReturnType<typeof useRunsFound>
  readonly onNarrow: () => void
}

function Wide({ found, onNarrow }: WideProps) {
  return (
    <div className="runs">
      <RunsHead found={found} onNarrow={onNarrow} />
      <UnreadableCards />
      <LaunchCards />
      <RunsList found={found} isRail={false} />
    </div>
  )
}
