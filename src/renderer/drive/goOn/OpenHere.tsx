import type { KeyboardEvent } from 'react'
import type { Launch } from '../../../shared/drive/launch'
import type { LaunchRefusal } from '../../../shared/drive/launchPlan'
import type { LaunchOrigin } from '../../../shared/drive/launchWish'
import { Dialog } from '../../controls/Dialog'
import { Foreign } from '../../controls/Foreign'
import { selectRun } from '../../store/select'
import { BigChoice } from '../acts/BigChoice'
import { askToStop } from '../acts/stopWish'
import { openComposer } from '../drawer/openComposer'

interface OpenHereProps {
  readonly launch: Launch
  readonly offers: LaunchRefusal['offers']
  readonly onTake: (how: LaunchOrigin['how']) => void
  readonly onClose: () => void
}

/** It needs no resuming: it was started here and is live. */
export function OpenHere({ launch, offers, onTake, onClose }: OpenHereProps) {
  const { id, run, way, pid, title, isShared } = launch
  const goThere = (): void => {
    onClose()
    if (run !== null) selectRun(run)
    openComposer(id)
  }
  const stop = (): void => {
    onClose()
    askToStop({ kind: 'launch', launch: id })
  }
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key !== 'f' || !offers.includes('fork')) return
    event.preventDefault()
    onTake('fork')
  }
  const isTerminal = way === 'terminal'
  const runsAs = pid === null ? '' : ` and ${isShared ? 'is served by' : 'runs as'} process ${pid}`
  return (
    <Dialog title="This run is live here already" width={560} onClose={onClose} onKey={press}>
      <div className="launch-form">
        <p className="f2">
          <Foreign text={title} className="f1" /> was started here{runsAs}. There is nothing to resume: a second program would
          write into the same transcript.
        </p>
        <div className="big-choices">
          <BigChoice
            icon={isTerminal ? 'k-bash' : 'transcript'}
            title={isTerminal ? 'Focus its terminal' : 'Write to it'}
            words={isTerminal ? 'it is in the drawer below' : 'its composer is in the drawer below'}
            isFirst
            onChoose={goThere}
          />
          {offers.includes('fork') && (
            <BigChoice
              icon="edge-fork"
              title="Fork: a new run from its present state"
              words="its own transcript; the live one goes on untouched"
              shortcut="f"
              onChoose={() => onTake('fork')}
            />
          )}
          <BigChoice
            icon="stop"
            title="Stop it"
            words={launch.can.stop ?? 'then it can be resumed'}
            isOff={launch.can.stop !== null}
            onChoose={stop}
          />
        </div>
      </div>
    </Dialog>
  )
}
