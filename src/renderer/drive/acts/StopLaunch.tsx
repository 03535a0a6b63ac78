import type { Launch } from '../../../shared/drive/launch'
import { Dialog } from '../../controls/Dialog'
import { Foreign } from '../../controls/Foreign'
import { plural } from '../../inspector/tool/plural'
import { callEngine } from '../../store/client'
import { useForest } from '../../store/forest'
import { isOver } from '../launchOfRun'
import { exitWords } from '../phaseLine'
import { BigChoice } from './BigChoice'
import { NothingToStop } from './NothingToStop'
import { runningBelow } from './runningBelow'
import { StoppedWithIt } from './StoppedWithIt'
import { StoppingLine } from './StoppingLine'
import { stopWords } from './stopWords'
import { useStopping } from './useStopping'

interface StopLaunchProps {
  readonly launch: Launch
  readonly onClose: () => void
}

export function StopLaunch({ launch, onClose }: StopLaunchProps) {
  // What was called a moment ago may be known only while this is read.
  useForest((forest) => forest.version)
  const { agents, children, root, run } = useForest.getState()
  const stopping = useStopping(launch.id, onClose)
  if (isOver(launch) && !stopping.isUnderway)
    return (
      <NothingToStop title="Stop this run?" onClose={onClose}>
        It has ended meanwhile{exitWords(launch) === '' ? '' : ` (${exitWords(launch)})`}: nothing is left to stop.
      </NothingToStop>
    )
  const below = launch.run === run && root !== null ? runningBelow(root, agents, children) : []
  const stop = (how: 'finish' | 'now') => (): void => {
    if (!stopping.isUnderway) stopping.stop(callEngine('stopLaunch', { launch: launch.id, how }))
  }
  const words = stopWords(launch)
  const isInTurn = launch.phase === 'working' && launch.way === 'headless'
  return (
    <Dialog title="Stop this run?" width={560} onClose={onClose}>
      <p className="cut">
        <Foreign text={launch.title} className="f1" />
      </p>
      <p className="f2">
        {words.runs}
        {launch.run === null ? 'It has written nothing yet.' : 'Its transcript stays, and it can be resumed later.'}
      </p>
      <StoppedWithIt agents={below} />
      {launch.queued.length > 0 && (
        <p className="f2">{plural(launch.queued.length, 'message')} of yours still waits and would not be sent.</p>
      )}
      <div className="big-choices">
        {isInTurn && (
          <BigChoice
            icon="clock"
            title="Let it finish its answer, then stop"
            words="nothing is lost; it may take a while"
            onChoose={stop('finish')}
            isFirst
          />
        )}
        <BigChoice icon="stop" title="Stop now" words={words.now} onChoose={stop('now')} isFirst={!isInTurn} />
        <BigChoice icon="play" title="Let it go on" words="nothing is changed" onChoose={onClose} />
      </div>
      <StoppingLine stopping={stopping} />
    </Dialog>
  )
}
