import { isActive } from '../../../shared/phaseWord'
import { Dialog } from '../../controls/Dialog'
import { agentName } from '../../store/agentName'
import { callEngine } from '../../store/client'
import { useAgent, useForest } from '../../store/forest'
import { drawerLaunchOf } from '../launchOfRun'
import { useDrive } from '../useDrive'
import { BigChoice } from './BigChoice'
import { NothingToStop } from './NothingToStop'
import { runningBelow } from './runningBelow'
import { StoppedWithIt } from './StoppedWithIt'
import { StoppingLine } from './StoppingLine'
import type { StopWish } from './stopWish'
import { useStopping } from './useStopping'

interface StopAgentProps {
  readonly wish: Extract<StopWish, { kind: 'agent' }>
  readonly onClose: () => void
}

export function StopAgent({ wish: { run, key }, onClose }: StopAgentProps) {
  const agent = useAgent(key)
  // What was called a moment ago may be known only while this is read.
  useForest((forest) => forest.version)
  const { agents, children } = useForest.getState()
  const launch = useDrive(({ launches }) => drawerLaunchOf(launches, run)?.id ?? null)
  const stopping = useStopping(launch, onClose)
  const name = agent ? agentName(agent) : 'this agent'
  if (!stopping.isUnderway && (!agent || !isActive(agent.phase)))
    return (
      <NothingToStop title={`Stop ${name}?`} onClose={onClose}>
        It is through meanwhile: nothing is left to stop.
      </NothingToStop>
    )
  const below = runningBelow(key, agents, children)
  return (
    <Dialog title={`Stop ${name}?`} width={560} onClose={onClose}>
      <p className="f2">
        It is cut short where it is; its caller goes on without its answer, some only when they give up waiting. Its transcript
        stays.
      </p>
      <StoppedWithIt agents={below} />
      <div className="big-choices">
        <BigChoice
          icon="stop"
          title="Stop it"
          words={below.length > 0 ? 'and all that runs below it' : 'nothing else runs below it'}
          onChoose={() => !stopping.isUnderway && stopping.stop(callEngine('stopAgent', { run, key }))}
          isFirst
        />
        <BigChoice icon="play" title="Let it go on" words="nothing is changed" onChoose={onClose} />
      </div>
      <StoppingLine stopping={stopping} />
    </Dialog>
  )
}
